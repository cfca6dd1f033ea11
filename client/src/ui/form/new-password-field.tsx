import { passwordLengths } from '#domain/auth/account/password-rules';
import { PasswordField } from './password-field';

interface NewPasswordFieldProps {
  readonly label: string;
  /** A sentence after the rule. */
  readonly extraHint?: string;
  readonly errorId: string | undefined;
}

/** A field for a new password with its length rule; the server checks the other rules. */
export function NewPasswordField({ label, extraHint, errorId }: NewPasswordFieldProps) {
  const rule = `At least ${passwordLengths.user} characters`;
  return (
    <PasswordField
      label={label}
      name="password"
      autoComplete="new-password"
      required
      minLength={passwordLengths.user}
      maxLength={passwordLengths.max}
      hint={extraHint === undefined ? rule : `${rule}. ${extraHint}`}
      errorId={errorId}
    />
  );
}
