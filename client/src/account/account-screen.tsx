import { classes } from '../ui/classes';
import { useState } from 'react';
import { signInProblemText } from '#domain/auth/single-sign-on/problems';
import { Notice } from '../ui/feedback/notice';
import { useSearchText } from '../ui/navigation/use-path';
import { Screen } from '../ui/navigation/screen';
import { ApiKeysSection } from './api-keys';
import { ConnectedAssistants } from './assistants/connected-assistants';
import { FormatsCard } from './formats-card';
import { OpenSessions } from './open-sessions';
import { PasskeysSection } from './passkeys';
import { SecondFactorSection } from './second-factor';
import { SignInLinksSection } from './sign-in-links';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { paths } from '../site/paths';
import { clearSession, useUser, useIsAdmin } from '../site/session';
import { Card } from '../ui/card';
import { ButtonRow } from '../ui/form/button';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { OwnerButton } from './owner-dialog';
import { passwordLengths } from '#domain/auth/account/password-rules';
import { SubmitForm } from '../ui/form/submit-form';
import { NewPasswordField, PasswordField } from '../ui/form/password-field';
import type { FormFields } from '../ui/form/use-submission';
import styles from '../ui/card-column.module.css';
import changePasswordStyles from './change-password.module.css';

async function exportData(): Promise<string> {
  const data = await api('POST /users/me/export', { body: {} });
  saveFile('corklight-my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  return 'Download started.';
}

async function deleteAccount(): Promise<void> {
  await api('POST /users/me/deletion', { body: {} });
  navigate(paths.home);
  notify('Your account has been deleted.', 'success');
  await clearSession();
}

/** Data export and account deletion; both take an owner check. */
const MyData = () => (
  <Card id="my-data" title="My data">
    <p>Download everything we store about you, or delete your account.</p>
    <ButtonRow>
      <OwnerButton label="Export my data" title="Export my data" actionLabel="Export" onConfirm={exportData}>
        <p>You'll get one JSON file with everything we store about you.</p>
      </OwnerButton>
      <OwnerButton button={{ kind: 'danger' }} title="Delete my account?" actionLabel="Delete my account" danger onConfirm={deleteAccount}>
        <p>
          This permanently deletes your account with its watchlists, notes, saved searches and keywords, alerts, linked accounts, API keys,
          connected assistants, and sessions. Your pins stay on Pinterest. You can't undo this. If you have Premium, cancel it first.
        </p>
      </OwnerButton>
    </ButtonRow>
  </Card>
);

/** `/account`: formats, password, second factor, passkeys, single sign-on, sessions, API keys, assistants, and the user's own data. */
export function AccountScreen() {
  // Its dates are drawn again when the formats have changed.
  useUser();
  // The first passkey brings recovery codes, which the card of the second factor counts.
  const [passkeyChanges, setPasskeyChanges] = useState(0);
  // The return from the OpenID provider says whether the owner was checked.
  const query = new URLSearchParams(useSearchText());
  const problem = signInProblemText(query.get('problem'));
  return (
    <Screen className={classes('stack gap-4', styles.column)}>
      {problem !== null && <Notice isWarning>{problem}</Notice>}
      {query.has('checked') && <Notice>Thanks, it's you. For five minutes, you won't be asked again.</Notice>}
      <FormatsCard />
      <ChangePassword />
      <SecondFactorSection key={passkeyChanges} />
      <PasskeysSection onChange={() => setPasskeyChanges((count) => count + 1)} />
      <SignInLinksSection />
      <OpenSessions />
      <ApiKeysSection />
      <ConnectedAssistants />
      <MyData />
    </Screen>
  );
}

/** Changes the password; asks for the current one first. */
function ChangePassword() {
  const isAdmin = useIsAdmin();
  const changePassword = async ({ current_password = '', password = '' }: FormFields, form: HTMLFormElement) => {
    const { message } = await api('POST /auth/password/change', { body: { current_password, password } });
    form.reset();
    return message;
  };
  return (
    <Card id="change-password" title="Change password">
      <div className={changePasswordStyles.form}>
        <SubmitForm submitLabel="Change password" onSubmit={changePassword}>
          {(errorId) => (
            <>
              <PasswordField label="Current password" name="current_password" autoComplete="current-password" required errorId={errorId} />
              <NewPasswordField label="New password" minLength={isAdmin ? passwordLengths.admin : passwordLengths.user} errorId={errorId} />
            </>
          )}
        </SubmitForm>
      </div>
    </Card>
  );
}
