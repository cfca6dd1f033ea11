import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/form/button';
import { CapturedMailLink, FormSuccess } from '../ui/form/form-message';
import { Link } from 'wouter';
import { Screen } from '../ui/navigation/screen';
import styles from './auth-screen.module.css';

/** A screen with one form in a narrow card. */
export const AuthScreen = ({ children }: { readonly children: ReactNode }) => <Screen className={styles.screen}>{children}</Screen>;

/** An email that a form has sent. */
export interface SentEmail {
  readonly email: string;
  readonly message: string;
}

interface CheckInboxProps {
  readonly sent: SentEmail;
  /** The screen for the emailed code. */
  readonly codePath: string;
  readonly onChangeAddress: () => void;
  /** A button that sends the email again. */
  readonly children: ReactNode;
}

/** The next step after a form that sent an email: open it, enter its code, have it sent again, or correct the address. */
export function CheckInbox({ sent: { email, message }, codePath, onChangeAddress, children }: CheckInboxProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        Check your inbox
      </h2>
      <FormSuccess message={message} />
      <p>
        Look for an email to <strong>{email}</strong>.
      </p>
      <p>
        <Link href={codePath}>Enter the code from the email</Link>
      </p>
      <CapturedMailLink />
      {children}
      <p>
        Wrong address? <Button onClick={onChangeAddress}>Use another address</Button>
      </p>
    </>
  );
}
