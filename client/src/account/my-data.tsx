import { useState } from 'react';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { paths } from '../app/paths';
import { leaveSession } from '../session';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { go } from '../ui/navigation';
import { PasswordField } from '../ui/password-field';
import { notify } from '../ui/toast';

type Fields = Readonly<Record<string, string>>;

const Password = () => <PasswordField label="Password" name="password" autoComplete="current-password" required />;

/** Taking one's data along, and leaving for good. Both ask the password once more. */
export function MyData() {
  const [asking, setAsking] = useState<'export' | 'deletion' | null>(null);
  const close = () => setAsking(null);
  const take = async ({ password = '' }: Fields) => {
    const data = await api('POST /users/me/export', { body: { password } });
    saveFile('corklight-my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    close();
    notify('Your data are downloaded.', 'success');
  };
  const leave = async ({ password = '' }: Fields) => {
    await api('POST /users/me/deletion', { body: { password } });
    go(paths.home);
    notify('Your account is deleted.', 'success');
    await leaveSession();
  };
  return (
    <section className="card" aria-labelledby="my-data">
      <h2 id="my-data">My data</h2>
      <p>Download all that is kept about you, or delete your account with all of it.</p>
      <p className="plan__actions">
        <Button onClick={() => setAsking('export')}>Export my data</Button>
        <Button kind="danger" onClick={() => setAsking('deletion')}>
          Delete my account
        </Button>
      </p>
      {asking === 'export' && (
        <ConfirmDialog title="Export my data" action="Export" onConfirm={take} onClose={close}>
          <p>You get one file (JSON) with everything we keep about you. Your password first, please.</p>
          <Password />
        </ConfirmDialog>
      )}
      {asking === 'deletion' && (
        <ConfirmDialog title="Delete my account?" action="Delete my account" danger onConfirm={leave} onClose={close}>
          <p>
            Your account, your linked accounts and all sign-ins are removed for good. Your pins stay on Pinterest. This cannot be undone. If
            Premium is running, cancel it first.
          </p>
          <Password />
        </ConfirmDialog>
      )}
    </section>
  );
}
