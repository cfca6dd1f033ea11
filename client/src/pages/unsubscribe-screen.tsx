import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../site/paths';
import { takeArrivalParam } from '../site/arrival';
import { Button } from '../ui/form/button';
import { Screen } from '../ui/navigation/screen';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { useSubmission } from '../ui/form/use-submission';

type UnsubscribeState = 'asking' | 'unknown' | { readonly email: string; readonly subscribed: boolean };

/** `/unsubscribe`: no more marketing mail, without signing in; whether it worked for a token we do not know is not said. */
export function UnsubscribeScreen() {
  const [token] = useState(() => takeArrivalParam('unsubscribe'));
  const [state, setState] = useState<UnsubscribeState>(token === undefined ? 'unknown' : 'asking');
  const { busy, error, run } = useSubmission();
  useEffect(() => {
    if (token === undefined) return;
    const call = { query: { campaign_referral_id: token } };
    api('GET /unsubscribe', call).then(
      ({ email }) => setState({ email, subscribed: false }),
      () => setState('unknown'),
    );
  }, [token]);
  const resubscribe = async () => {
    const { email } = await api('DELETE /unsubscribe', { query: { campaign_referral_id: token ?? '' } });
    setState({ email, subscribed: true });
  };
  return (
    <Screen className="reading">
      <output>{statusText(state)}</output>
      {state === 'asking' && <SkeletonBar width={60} />}
      {typeof state === 'object' && !state.subscribed && (
        <p>
          Was it a mistake?{' '}
          <Button disabled={busy} onClick={() => void run(resubscribe)}>
            Resubscribe
          </Button>
        </p>
      )}
      {error && <p role="alert">{error.message}</p>}
      <p>
        <Link href={paths.home}>Go to the home page</Link>
      </p>
    </Screen>
  );
}

function statusText(state: UnsubscribeState): string {
  if (state === 'asking') return '';
  if (state === 'unknown') return 'If this address was on our list, it has been removed.';
  return state.subscribed ? `${state.email} will get marketing mail again.` : `${state.email} will get no more marketing mail.`;
}
