import { useState } from 'react';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { paths } from '../site/paths';
import { clearSession } from '../site/session';
import { Button } from '../ui/form/button';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { navigate } from '../site/navigation';
import { PasswordField } from '../ui/form/password-field';
import { notify } from '../site/toast';

type FormFields = Readonly<Record<string, string>>;

const CurrentPasswordField = () => <PasswordField label="Password" name="password" autoComplete="current-password" required />;

/** Taking one's data along, and leaving for good. Both ask the password once more. */
export function MyData() {
  const [openDialog, setOpenDialog] = useState<'export' | 'deletion' | null>(null);
  const close = () => setOpenDialog(null);
  const exportData = async ({ password = '' }: FormFields) => {
    const data = await api('POST /users/me/export', { body: { password } });
    saveFile('corklight-my-data.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
    close();
    notify('Your data are downloaded.', 'success');
  };
  const deleteAccount = async ({ password = '' }: FormFields) => {
    await api('POST /users/me/deletion', { body: { password } });
    navigate(paths.home);
    notify('Your account is deleted.', 'success');
    await clearSession();
  };
  return (
    <section className="card" aria-labelledby="my-data">
      <h2 id="my-data">My data</h2>
      <p>Download all that is kept about you, or delete your account with all of it.</p>
      <p className="plan__actions">
        <Button onClick={() => setOpenDialog('export')}>Export my data</Button>
        <Button kind="danger" onClick={() => setOpenDialog('deletion')}>
          Delete my account
        </Button>
      </p>
      {openDialog === 'export' && (
        <ConfirmDialog title="Export my data" actionLabel="Export" onConfirm={exportData} onClose={close}>
          <p>You get one file (JSON) with everything we keep about you. Your password first, please.</p>
          <CurrentPasswordField />
        </ConfirmDialog>
      )}
      {openDialog === 'deletion' && (
        <ConfirmDialog title="Delete my account?" actionLabel="Delete my account" danger onConfirm={deleteAccount} onClose={close}>
          <p>
            Your account, your linked accounts and all sign-ins are removed for good. Your pins stay on Pinterest. This cannot be undone. If
            Premium is running, cancel it first.
          </p>
          <CurrentPasswordField />
        </ConfirmDialog>
      )}
    </section>
  );
}
