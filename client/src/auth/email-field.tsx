import { Field } from '../ui/form/field';

/** The email input of the auth forms. */
export const EmailField = ({ errorId }: { readonly errorId: string | undefined }) => (
  <Field label="Email" name="email" type="email" autoComplete="username" required maxLength={254} errorId={errorId} />
);
