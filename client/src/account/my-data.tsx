import { useState } from 'react';
import { api } from '../api/api';
import { saveFile } from '../api/download';
import { paths } from '../site/paths';
import { clearSession } from '../site/session';
import { Card } from '../ui/card';
import { Button, ButtonRow } from '../ui/form/button';
import { navigate } from '../site/navigation';
import { notify } from '../site/toast';
import { OwnerDialog } from './owner-dialog';

/** Data export and account deletion; both take an owner check. */
export function MyData() {
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
            This permanently deletes your account with its watchlists, notes, saved views and keywords, alerts, linked accounts, and
            sessions. Your pins stay on Pinterest. You can't undo this. If you have Premium, cancel it first.
          </p>
        </OwnerDialog>
      )}
    </Card>
  );
}
