import { classes } from '../ui/classes';
import { useState } from 'react';
import { signInProblemText } from '#domain/auth/single-sign-on/problems';
import { Notice } from '../ui/feedback/notice';
import { useSearchText } from '../ui/navigation/use-path';
import { Screen } from '../ui/navigation/screen';
import { ChangePassword } from './change-password';
import { OpenSessions } from './open-sessions';
import { PasskeysSection } from './passkeys';
import { SecondFactorSection } from './second-factor';
import { SignInLinksSection } from './sign-in-links';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { paths } from '../site/paths';
import { clearSession } from '../site/session';
import { Card } from '../ui/card';
import { Button, ButtonRow } from '../ui/form/button';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { OwnerDialog } from './owner-dialog';
import styles from '../ui/card-column.module.css';

/** Data export and account deletion; both take an owner check. */
function MyData() {
  const [openDialog, setOpenDialog] = useState<'export' | 'deletion' | null>(null);
  const close = () => setOpenDialog(null);
  const exportData = async () => {
    const data = await api('POST /users/me/export', { body: {} });
    saveFile('corklight-my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    close();
    notify('Download started.', 'success');
  };
  const deleteAccount = async () => {
    await api('POST /users/me/deletion', { body: {} });
    navigate(paths.home);
    notify('Your account has been deleted.', 'success');
    await clearSession();
  };
  return (
    <Card aria-labelledby="my-data">
      <h2 id="my-data">My data</h2>
      <p>Download everything we store about you, or delete your account.</p>
      <ButtonRow>
        <Button onClick={() => setOpenDialog('export')}>Export my data</Button>
        <Button kind="danger" onClick={() => setOpenDialog('deletion')}>
          Delete my account
        </Button>
      </ButtonRow>
      {openDialog === 'export' && (
        <OwnerDialog title="Export my data" actionLabel="Export" onConfirm={exportData} onClose={close}>
          <p>You'll get one JSON file with everything we store about you.</p>
        </OwnerDialog>
      )}
      {openDialog === 'deletion' && (
        <OwnerDialog title="Delete my account?" actionLabel="Delete my account" danger onConfirm={deleteAccount} onClose={close}>
          <p>
            This permanently deletes your account with its watchlists, notes, saved searches and keywords, alerts, linked accounts, and
            sessions. Your pins stay on Pinterest. You can't undo this. If you have Premium, cancel it first.
          </p>
        </OwnerDialog>
      )}
    </Card>
  );
}

/** `/account`: password, second factor, passkeys, single sign-on, sessions, and the user's own data. */
export function AccountScreen() {
  // The first passkey brings recovery codes, which the card of the second factor counts.
  const [passkeyChanges, setPasskeyChanges] = useState(0);
  // The return from the OpenID provider says whether the owner was checked.
  const query = new URLSearchParams(useSearchText());
  const problem = signInProblemText(query.get('problem'));
  return (
    <Screen className={classes('stack gap-4', styles.column)}>
      {problem !== null && <Notice isWarning>{problem}</Notice>}
      {query.has('checked') && <Notice>Thanks, it's you. For five minutes, you won't be asked again.</Notice>}
      <ChangePassword />
      <SecondFactorSection key={passkeyChanges} />
      <PasskeysSection onChange={() => setPasskeyChanges((count) => count + 1)} />
      <SignInLinksSection />
      <OpenSessions />
      <MyData />
    </Screen>
  );
}
