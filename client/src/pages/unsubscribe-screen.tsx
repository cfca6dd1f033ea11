import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api';
import { paths } from '../app/paths';
import { takeBrought } from '../arrival';
import { Button } from '../ui/button';
import { Screen } from '../ui/screen';
import { Bone } from '../ui/skeleton';
import { useSubmission } from '../ui/use-submission';

type State = 'asking' | 'unknown' | { readonly email: string; readonly subscribed: boolean };

/** `/unsubscribe`: no more marketing mail, without signing in; whether it worked for a token we do not know is not said. */
export function UnsubscribeScreen() {
  const [token] = useState(() => takeBrought('unsubscribe'));
  const [state, setState] = useState<State>(token === undefined ? 'unknown' : 'asking');
  const { busy, fault, run } = useSubmission();
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
      <output>{sentenceOf(state)}</output>
      {state === 'asking' && <Bone width={60} />}
      {typeof state === 'object' && !state.subscribed && (
        <p>
          Was it a mistake?{' '}
          <Button disabled={busy} onClick={() => void run(resubscribe)}>
            Resubscribe
          </Button>
        </p>
      )}
      {fault && <p role="alert">{fault.message}</p>}
      <p>
        <Link href={paths.home}>Go to the home page</Link>
      </p>
    </Screen>
  );
}

function sentenceOf(state: State): string {
  if (state === 'asking') return '';
  if (state === 'unknown') return 'If this address was on our list, it has been removed.';
  return state.subscribed ? `${state.email} will get marketing mail again.` : `${state.email} will get no more marketing mail.`;
}
