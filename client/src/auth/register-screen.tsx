import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { setCurrentUser, useUser } from '../site/session';
import { Redirect } from '../ui/navigation/redirect';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField } from '../ui/form/password-field';
import type { FormFields } from '../ui/form/use-submission';
import { AuthScreen, EnterCode } from './auth-screen';
import { EmailField } from './auth-fields';
import { useNextPath } from './use-next-path';
import text from '../ui/text.module.css';

/** `/auth/register`; shows the same success message whether or not the address has an account. */
export function RegisterScreen() {
  const next = useNextPath();
  const user = useUser();
  if (user) return <Redirect to={next} />;
  const register = async ({ email = '', password = '' }: FormFields) => {
    const { user, message } = await api('POST /auth/register', { body: { email, password } });
    if (user) setCurrentUser(user);
    return message;
  };
  return (
    <AuthScreen>
      <SubmitForm submitLabel="Sign up" onSubmit={register} followUp={<EnterCode href={paths.withNext(paths.confirm, next)} />}>
        {(errorId) => (
          <>
            <EmailField errorId={errorId} />
            <NewPasswordField label="Password" errorId={errorId} />
          </>
        )}
      </SubmitForm>
      <p className={text.caption}>
        You must be 13 or older. See our <Link href={paths.privacy}>privacy policy</Link>.
      </p>
      <p>
        Already have an account? <Link href={paths.withNext(paths.login, next)}>Sign in</Link>
      </p>
    </AuthScreen>
  );
}
