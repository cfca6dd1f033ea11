import { api } from '../api/api';
import type { ApiError } from '../api/api-error';
import { useResource } from '../api/resource';
import { useArrivalParam } from '../site/arrival';
import { paths } from '../site/paths';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { Link } from 'wouter';
import { TextScreen } from './text-screen';
import type { OptionalEmail } from '#domain/mail/optional-emails';
import { LoadError } from '../ui/feedback/load-error';

const emailNames: Readonly<Record<OptionalEmail, string>> = { weekly: 'the weekly email', alerts: 'the daily email of alerts' };

/** Ends the optional email that a link is from. Unlike for marketing emails, a link that ends nothing says so. */
function EndOptionalEmail({ token }: { readonly token: string }) {
  const { data, error, setData, reload } = useResource('end optional email', (signal) =>
    api('POST /optional-emails/unsubscribe', { query: { token }, signal }).then((owner) => ({ ...owner, isOn: false })),
  );
  const { busy, error: refusal, run } = useSubmission({ hasErrorToast: false });
  const resume = async () => setData({ ...(await api('DELETE /optional-emails/unsubscribe', { query: { token } })), isOn: true });
  const isUnknown = error?.status === 404;
  return (
    <TextScreen>
      <output>
        {data && `${data.email} ${data.isOn ? 'will' : "won't"} get ${emailNames[data.kind]}.`}
        {isUnknown && "This link isn't valid any more."}
      </output>
      {!data && !error && <SkeletonBar width={60} />}
      {error && !isUnknown && <LoadError onRetry={reload} />}
      {isUnknown && (
        <p>
          You can switch these emails off in your <Link href={paths.watchlists}>watchlists</Link>.
        </p>
      )}
      {data?.isOn === false && (
        <p>
          Switched off by mistake?{' '}
          <Button disabled={busy} onClick={() => void run(resume)}>
            Switch it on again
          </Button>
        </p>
      )}
      {refusal && <p role="alert">{refusal.message}</p>}
      <p>
        <Link href={paths.home}>Go to the home page</Link>
      </p>
    </TextScreen>
  );
}

interface EmailSubscription {
  readonly email: string;
  readonly isSubscribed: boolean;
}

/** Stops marketing emails. */
const unsubscribe = (token: string, signal: AbortSignal): Promise<EmailSubscription> =>
  api('GET /unsubscribe', { query: { campaign_referral_id: token }, signal }).then(({ email }) => ({ email, isSubscribed: false }));

/** `/unsubscribe`: stops marketing emails, or the optional email that the link is from, without signing in. */
export function UnsubscribeScreen() {
  const optionalEmailToken = useArrivalParam('optionalEmail');
  return optionalEmailToken === undefined ? <EndMarketingEmails /> : <EndOptionalEmail token={optionalEmailToken} />;
}

/** An unknown token gets a neutral message, and a failure one that claims nothing. */
function EndMarketingEmails() {
  const token = useArrivalParam('unsubscribe') ?? '';
  const {
    data: subscription,
    error: failure,
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
      <output>{!isLoading && statusText(subscription, failure)}</output>
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

function statusText(subscription: EmailSubscription | null, failure: ApiError | null): string {
  if (failure && failure.status !== 404) return 'Nothing has changed yet. Please open the link again in a few minutes.';
  if (!subscription) return 'If this address was on our list, it has been removed.';
  return `${subscription.email} ${subscription.isSubscribed ? 'will' : "won't"} get marketing emails.`;
}
