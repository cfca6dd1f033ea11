import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { SubmitForm } from '../ui/form/submit-form';
import { AuthScreen, EnterCode } from './auth-screen';
import { EmailField } from './auth-fields';

/** `/auth/password/recover`; shows the same message whether or not the address has an account. */
export const RecoverScreen = () => (
  <AuthScreen>
    <SubmitForm
      submitLabel="Send Reset Link"
      onSubmit={async ({ email = '' }) => (await api('POST /auth/password/recover', { body: { email } })).message}
      followUp={<EnterCode href={paths.reset} />}
    >
      {(errorId) => <EmailField errorId={errorId} />}
    </SubmitForm>
    <p>
      <Link href={paths.login}>Back to sign in</Link>
    </p>
  </AuthScreen>
);
