import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { formatDate, formatDateTime } from '../ui/format';
import { Button, ButtonRow } from '../ui/form/button';
import { FormError } from '../ui/form/form-message';
import { useSubmission } from '../ui/form/use-submission';
import { startLinking } from './linking';

type ReasonTexts = Readonly<Record<NonNullable<LinkedAccount['reason']>, (sinceText: string, endText: string) => string>>;

const texts: ReasonTexts = {
  unreachable: (since) => `We haven't reached Pinterest${since}. We keep trying; the link stays.`,
  limited: (since) => `Pinterest has limited our requests${since}. We keep trying; the link stays.`,
  unexpected: (since) => `We can't read Pinterest's answers${since}. We keep trying; the link stays.`,
  refused: (since) => `Pinterest hasn't let this site read the account${since}. We keep trying; the link stays.`,
  renewal_refused: (since, end) => `Pinterest hasn't renewed our access${since}. It ends on ${end}; we keep trying.`,
  ended: (since) => `Pinterest has ended our access${since}. Reconnect it.`,
  renewal_lost: (_, end) => `We lost the renewed access. The present one ends on ${end}. Reconnect it.`,
  expiring: (_, end) => `Our access ends on ${end} because we couldn't renew it. Reconnect it.`,
  expired: (_, end) => `Our access ended on ${end}. Reconnect it.`,
};

/** What keeps us from an account, and since when; nothing while it is connected. */
export function LinkStateText({ account: { reason, since, ends_at, state } }: { readonly account: LinkedAccount }) {
  if (reason === null) return null;
  const sinceText = since === null ? '' : ` since ${formatDateTime(since)}`;
  return <p className={state === 'needs_you' ? 'danger text-md' : 'text-md'}>{texts[reason](sinceText, formatDate(ends_at))}</p>;
}

interface ConsentButtonProps {
  readonly label: string;
  readonly withVolumes: boolean;
}

/** Leads to Pinterest's consent page. */
export function ConsentButton({ label, withVolumes }: ConsentButtonProps) {
  const { busy, error, run } = useSubmission({ hasErrorToast: false });
  return (
    <>
      <FormError error={error} />
      <ButtonRow>
        <Button disabled={busy} onClick={() => void run(() => startLinking(withVolumes))}>
          {busy ? 'Opening Pinterest…' : label}
        </Button>
      </ButtonRow>
    </>
  );
}
