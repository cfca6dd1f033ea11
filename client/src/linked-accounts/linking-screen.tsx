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

/** `/oauth2/pinterest`: the return from Pinterest's consent page; always continues to the dashboard. */
export function LinkingScreen() {
  const oauthReturn = useArrivalParam('linking');
  useEffect(() => void completeLinking(oauthReturn).finally(() => navigate(paths.dashboard, { replace: true })), [oauthReturn]);
  return (
    <Screen heading="Linking your account…" className={classes('stack text-center gap-6', styles.screen)}>
      <Spinner busy label="Linking your account" />
    </Screen>
  );
}

async function completeLinking(oauthReturn: { readonly code: string; readonly state: string } | undefined): Promise<void> {
  if (!oauthReturn) return;
  if (oauthReturn.code === '' || oauthReturn.state === '') {
    notify("Not linked: you didn't give permission on Pinterest.", 'error');
    return;
  }
  try {
    const username = await finishLinking(oauthReturn.code, oauthReturn.state);
    notify(username === null ? 'Your account is linked.' : `@${username} is linked.`, 'success');
    await loadSession();
  } catch (error) {
    notify(toApiError(error).message, 'error');
  }
}
