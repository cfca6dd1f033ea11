import { classes } from '../ui/classes';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../ui/form/button';
import { Field, type FieldProps } from '../ui/form/field';
import { CapturedMailLink, FormSuccess } from '../ui/form/form-message';
import { Screen } from '../ui/navigation/screen';
import { api } from '../api/api';
import { useSettings } from '../api/settings';
import { ActionButton } from '../ui/form/submit-form';
import styles from './auth-screen.module.css';

/** A screen with one form in a narrow card. */
export const AuthScreen = ({ children }: { readonly children: ReactNode }) => (
  <Screen className={classes('floating stack full narrow gap-4', styles.screen)}>{children}</Screen>
);

/** An email that a form has sent. */
export interface SentEmail {
  readonly email: string;
  /** The response to the form; null after a reload. */
  readonly message: string | null;
}

interface CheckInboxProps {
  readonly sent: SentEmail;
  /** Where the emailed code is entered. */
  readonly code: ReactNode;
  readonly onChangeAddress: () => void;
  /** A button that sends the email again. */
  readonly children: ReactNode;
}

/** The next step after a form that sent an email: open it, enter its code, have it sent again, or correct the address. */
export function CheckInbox({ sent: { email, message }, code, onChangeAddress, children }: CheckInboxProps) {
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
      {code}
      <CapturedMailLink />
      {children}
      <p>
        Wrong address? <Button onClick={onChangeAddress}>Use another address</Button>
      </p>
    </>
  );
}

/** The email input of the auth forms. */
export const EmailField = ({ errorId }: { readonly errorId: string | undefined }) => (
  <Field label="Email" name="email" type="email" autoComplete="username" required maxLength={254} errorId={errorId} />
);

/** The input of a code that was emailed. */
export const CodeField = (props: FieldProps) => (
  <Field
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    required
    maxLength={200}
    hint="You'll find it in our email."
    {...props}
  />
);

/** The button that signs in with the OpenID provider, on sites that have one. */
export function SingleSignOnButton({ next }: { readonly next: string }) {
  const { single_sign_on: label } = useSettings();
  if (label === null) return null;
  const begin = async () => location.assign((await api('POST /auth/oidc', { body: { next } })).redirect_uri);
  return <ActionButton onAct={begin}>{label}</ActionButton>;
}
