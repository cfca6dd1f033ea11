import { useEffect, useState } from 'react';
import { paths } from '../app/paths';
import { takeBrought } from '../arrival';
import { loadSession } from '../session';
import { go } from '../ui/navigation';
import { Screen } from '../ui/screen';
import { Spinner } from '../ui/spinner';
import { notify } from '../ui/toast';
import { faultOf } from '../ui/use-submission';
import { finishLinking } from './linking';
import '../styles/account.css';

type Return = { readonly code: string; readonly state: string };

/** `/oauth2/pinterest`: the return from the page of consent. However it ends, the dashboard is next. */
export function LinkingScreen() {
  const [brought] = useState(() => takeBrought('linking'));
  useEffect(() => void finish(brought).finally(() => go(paths.dashboard, { replace: true })), [brought]);
  return (
    <Screen heading="Linking your account…" className="linking">
      <Spinner busy label="Linking your account" />
    </Screen>
  );
}

async function finish(brought: Return | undefined): Promise<void> {
  if (!brought) return;
  if (brought.code === '' || brought.state === '') {
    notify('Nothing was linked: Pinterest did not get your permission.', 'error');
    return;
  }
  try {
    const username = await finishLinking(brought.code, brought.state);
    notify(username === null ? 'Your account is linked.' : `@${username} is linked.`, 'success');
    await loadSession();
  } catch (error) {
    notify(faultOf(error).message, 'error');
  }
}
