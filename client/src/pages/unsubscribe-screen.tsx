import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { useArrivalParam } from '../site/arrival';
import { paths } from '../site/paths';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { Link } from 'wouter';
import { TextScreen } from './text-screen';
import { EndOptionalEmail } from './end-optional-email';

interface Subscription {
  readonly email: string;
  readonly isSubscribed: boolean;
}

/** Stops marketing emails; null for an unknown token, silently. */
const unsubscribe = (token: string, signal: AbortSignal): Promise<Subscription | null> =>
  api('GET /unsubscribe', { query: { campaign_referral_id: token }, signal }).then(
    ({ email }) => ({ email, isSubscribed: false }),
    () => null,
  );

/** `/unsubscribe`: stops marketing emails, or the optional email that the link is from, without signing in. */
export function UnsubscribeScreen() {
  const optionalEmailToken = useArrivalParam('optionalEmail');
  return optionalEmailToken === undefined ? <EndMarketingEmails /> : <EndOptionalEmail token={optionalEmailToken} />;
}

/** An unknown token gets a neutral message. */
function EndMarketingEmails() {
  const token = useArrivalParam('unsubscribe') ?? '';
  const {
    data: subscription,
    busy: isLoading,
    setData,
  } = useResource('/unsubscribe', (signal) => unsubscribe(token, signal), { isEnabled: token !== '' });
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  const resubscribe = async () => {
    const { email } = await api('DELETE /unsubscribe', { query: { campaign_referral_id: token } });
    setData({ email, isSubscribed: true });
  };
  return (
    <TextScreen>
      <output>{!isLoading && statusText(subscription)}</output>
      {isLoading && <SkeletonBar width={60} />}
      {subscription?.isSubscribed === false && (
        <p>
          Unsubscribed by mistake?{' '}
          <Button disabled={busy} onClick={() => void run(resubscribe)}>
            Subscribe again
          </Button>
        </p>
      )}
      {error && <p role="alert">{error.message}</p>}
      <p>
        <Link href={paths.home}>Go to the home page</Link>
      </p>
    </TextScreen>
  );
}

function statusText(subscription: Subscription | null): string {
  if (!subscription) return 'If this address was on our list, it has been removed.';
  return `${subscription.email} ${subscription.isSubscribed ? 'will' : "won't"} get marketing emails.`;
}
