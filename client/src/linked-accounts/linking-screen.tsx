import { classes } from '../ui/classes';
import { useEffect } from 'react';
import { paths } from '../site/paths';
import { useArrivalParam } from '../site/arrival';
import { loadSession } from '../site/session';
import { navigate } from '../site/navigation';
import { Screen } from '../ui/navigation/screen';
import { Spinner } from '../ui/feedback/spinner';
import { notify } from '../site/toast';
import { toApiError } from '../api/api-error';
import { finishLinking } from './linking';
import styles from './linking-screen.module.css';

/** `/oauth2/pinterest`: the return from Pinterest's consent page; continues to the dashboard, or where search volumes are allowed. */
export function LinkingScreen() {
  const oauthReturn = useArrivalParam('linking');
  useEffect(() => void completeLinking(oauthReturn).then((path) => navigate(path, { replace: true })), [oauthReturn]);
  return (
    <Screen heading="Linking your account…" className={classes('stack text-center gap-6', styles.screen)}>
      <Spinner busy label="Linking your account" />
    </Screen>
  );
}

async function completeLinking(oauthReturn: { readonly code: string; readonly state: string } | undefined): Promise<string> {
  if (!oauthReturn) return paths.dashboard;
  if (oauthReturn.code === '' || oauthReturn.state === '') {
    notify("Not linked: you didn't give permission on Pinterest.", 'error');
    return paths.dashboard;
  }
  try {
    const account = await finishLinking(oauthReturn.code, oauthReturn.state);
    notify(account === null ? 'Your account is linked.' : `@${account.username} is linked.`, 'success');
    await loadSession();
    if (account?.has_volumes) return paths.ownAccount(account._id);
  } catch (error) {
    notify(toApiError(error).message, 'error');
  }
  return paths.dashboard;
}
