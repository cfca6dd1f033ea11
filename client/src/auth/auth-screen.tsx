import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CapturedMailLink } from '../ui/form/form-message';
import { Screen } from '../ui/navigation/screen';
import styles from './auth-screen.module.css';

/** A screen with one form in a narrow card. */
export const AuthScreen = ({ children }: { readonly children: ReactNode }) => <Screen className={styles.screen}>{children}</Screen>;

/** Leads on to the screen for a code that was emailed. */
export const EnterCode = ({ href }: { readonly href: string }) => (
  <>
    <p>
      <Link href={href}>Enter the code from the email</Link>
    </p>
    <CapturedMailLink />
  </>
);
