import type { ReactNode } from 'react';
import { Screen } from '../ui/navigation/screen';
import styles from './auth-screen.module.css';

/** A screen with one form in a narrow card. */
export const AuthScreen = ({ children }: { readonly children: ReactNode }) => <Screen className={styles.screen}>{children}</Screen>;
