import type { OptionalEmail } from '#domain/mail/optional-emails';
import { api } from '../api/api';
import { useResource } from '../api/use-resource';
import { paths } from '../site/paths';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { Link } from 'wouter';
import { TextScreen } from './text-screen';

const emailNames: Readonly<Record<OptionalEmail, string>> = { weekly: 'the weekly email', alerts: 'the daily email of alerts' };

/** Ends the optional email that a link is from. Unlike for marketing emails, a link that ends nothing says so. */
export function EndOptionalEmail({ token }: { readonly token: string }) {
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
      {error && !isUnknown && <LoadError onRetry={() => void reload()} />}
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
