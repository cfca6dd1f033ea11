import { Field, type FieldProps } from '../ui/form/field';

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
