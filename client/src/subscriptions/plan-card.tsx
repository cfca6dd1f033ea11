import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { api } from '../api/api';
import { useResource } from '../api/resource';
import { paths } from '../site/paths';
import { loadSession, useIsAdmin } from '../site/session';
import { notify } from '../site/toast';
import { Badge } from '../ui/badge';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, ButtonRow, buttonClass } from '../ui/form/button';
import { useSubmission } from '../ui/form/use-submission';
import { formatDate } from '../ui/format';
import { Link } from 'wouter';
import { EmailToCancel, ManageAtProvider, ownApiUrl } from './cancel-instructions';
import { planState } from './plan-state';

/** The plan's name for its badge. */
export function planName(view: SubscriptionView, isAdmin: boolean): string {
  if (view.is_premium) return 'Premium';
  return isAdmin ? 'Admin' : 'Free';
}

/** The plan's status as a sentence. */
export function planStatusText(view: SubscriptionView, isAdmin: boolean): string {
  const { status, is_premium: isPremium, renews_at: renewsAt, ends_at: endsAt } = view;
  if (!isPremium && isAdmin) return 'Admins have every Premium feature.';
  if (!isPremium) return endsAt === null ? "You're on the free plan." : `Premium ended on ${formatDate(endsAt)}.`;
  if (status === 'given' && endsAt !== null) return `Premium was given to you until ${formatDate(endsAt)}. You pay nothing for it.`;
  if (status === 'past_due') {
    const deadline = endsAt === null ? '' : ` by ${formatDate(endsAt)}`;
    return `Your last payment failed. Update your card${deadline} to keep Premium.`;
  }
  if (endsAt !== null) return `Canceled. You keep Premium until ${formatDate(endsAt)} and won't be charged again.`;
  return renewsAt === null ? 'Premium is active.' : `Premium is active. Renews on ${formatDate(renewsAt)}.`;
}

/** The current user's plan: its status, when it ends, and how to cancel it. */
export function PlanCard() {
  const { version } = useSnapshot(planState);
  const { data, error, reload, setData } = useResource(`/users/me/subscription ${version}`, (signal) =>
    api('GET /users/me/subscription', { signal }),
  );
  useEffect(() => void (planState.exists = data && data.status !== 'none'), [data]);
  const keeping = useSubmission({ hasErrorToast: true });
  const [isConfirming, setIsConfirming] = useState(false);
  const isAdmin = useIsAdmin();
  if (!data) return error ? <LoadError onRetry={() => void reload()} /> : <SkeletonBar width={60} />;
  const cancel = async () => {
    setData(await api('POST /users/me/subscription/cancel'));
    setIsConfirming(false);
    notify("Premium canceled. You won't be charged again.", 'success');
    await loadSession();
  };
  const keep = async () => {
    setData(await api('POST /users/me/subscription/keep'));
    notify('Premium continues.', 'success');
    await loadSession();
  };
  const updateUrl = ownApiUrl(data.update_url);
  return (
    <div className="stack gap-3" data-testid="plan">
      <p>
        <Badge>{planName(data, isAdmin)}</Badge> {planStatusText(data, isAdmin)}{' '}
        {!data.is_premium && !isAdmin && <Link href={paths.premium}>See what's in Premium</Link>}
      </p>
      {(data.can_cancel || data.can_keep || updateUrl !== null) && (
        <ButtonRow>
          {updateUrl !== null && (
            <a className={buttonClass()} href={updateUrl}>
              Update card
            </a>
          )}
          {data.can_keep && (
            <Button disabled={keeping.busy} onClick={() => void keeping.run(keep)}>
              Keep Premium
            </Button>
          )}
          {data.can_cancel && <Button onClick={() => setIsConfirming(true)}>Cancel Premium</Button>}
        </ButtonRow>
      )}
      {isRenewing(data) && (
        <p className="caption">
          {!data.can_cancel && <EmailToCancel />} <ManageAtProvider />
        </p>
      )}
      {isConfirming && <CancelDialog renewsAt={data.renews_at} onConfirm={cancel} onClose={() => setIsConfirming(false)} />}
    </div>
  );
}

/** True while there may be another charge; a failed payment may be retried. */
const isRenewing = ({ is_premium: isPremium, ends_at: endsAt, status }: SubscriptionView): boolean =>
  isPremium && (endsAt === null || status === 'past_due');

interface CancelDialogProps {
  readonly renewsAt: string | null;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

const CancelDialog = ({ renewsAt, onConfirm, onClose }: CancelDialogProps) => (
  <ConfirmDialog
    title="Cancel Premium?"
    actionLabel="Cancel Premium"
    cancelLabel="Keep Premium"
    danger
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <p>{renewsAt !== null && `You keep Premium until ${formatDate(renewsAt)}. `}You won't be charged again.</p>
  </ConfirmDialog>
);
