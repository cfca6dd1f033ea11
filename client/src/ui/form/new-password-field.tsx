import { passwordLengths } from '#domain/auth/account/password-rules';
import { PasswordField } from './password-field';

interface NewPasswordFieldProps {
  readonly label: string;
  /** What follows the rule, as a sentence. */
  readonly extraHint?: string;
  readonly errorId: string | undefined;
}

/** A password that is chosen, with the rule one can see to oneself; the server knows the others. */
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
