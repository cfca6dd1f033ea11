import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { lastGivenDay } from '#domain/people/given-premium';
import type { SubscriptionView } from '#domain/subscriptions/contract';
import { api } from '../api/api';
import { useResource } from '../api/resource';
import { paths } from '../site/paths';
import { loadSession, useIsAdmin } from '../site/session';
import { Badge } from '../ui/badge';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Loaded } from '../ui/feedback/load-error';
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

const MAY_BE_CHARGED = ' Your earlier subscription may still be charged. Cancel it to stop that.';

/** The plan's status in a sentence or two. */
export function planStatusText(view: SubscriptionView, isAdmin: boolean): string {
  const { status, is_premium: isPremium, renews_at: renewsAt, ends_at: endsAt } = view;
  const warning = view.can_cancel ? MAY_BE_CHARGED : '';
  if (!isPremium && isAdmin) return `Admins have every Premium feature.${warning}`;
  if (!isPremium) return endsAt === null ? "You're on the free plan." : `Premium ended on ${formatDate(endsAt)}.${warning}`;
  if (status === 'given' && endsAt !== null)
    return `Premium was given to you through ${formatDate(lastGivenDay(endsAt))}. You pay nothing for it.${warning}`;
  if (status === 'past_due') {
    const deadline = endsAt === null ? '' : ` by ${formatDate(endsAt)}`;
    return `Your last payment failed. Update your card${deadline} to keep Premium.`;
  }
  if (endsAt !== null) return `Canceled. You keep Premium until ${formatDate(endsAt)} and won't be charged again.`;
  return renewsAt === null ? 'Premium is active.' : `Premium is active. Renews on ${formatDate(renewsAt)}.`;
}

interface PlanCardProps {
  /** True: says how to cancel by email also where there is a button. */
  readonly isEmailOffered?: boolean;
}

/** The current user's plan: its status, when it ends, and how to cancel it. */
export function PlanCard({ isEmailOffered = false }: PlanCardProps) {
  const { version } = useSnapshot(planState);
  const plan = useResource(`/users/me/subscription ${version}`, (signal) => api('GET /users/me/subscription', { signal }));
  useEffect(() => void (planState.exists = plan.shown && plan.shown.status !== 'none'), [plan.shown]);
  return (
    <Loaded resource={{ ...plan, data: plan.shown }} placeholder={<SkeletonBar width={60} />}>
      {(view) => <Plan view={view} isEmailOffered={isEmailOffered} onChange={plan.setData} />}
    </Loaded>
  );
}

interface PlanProps extends Required<PlanCardProps> {
  readonly view: SubscriptionView;
  readonly onChange: (view: SubscriptionView) => void;
}

function Plan({ view, isEmailOffered, onChange }: PlanProps) {
  const keeping = useSubmission();
  const isAdmin = useIsAdmin();
  const status = useStatusFocus(view);
  const keep = async () => {
    onChange(await api('POST /users/me/subscription/keep'));
    await loadSession();
    return 'Premium continues.';
  };
  const updateUrl = ownApiUrl(view.update_url);
  return (
    <div className="stack gap-3" data-testid="plan">
      <p ref={status} tabIndex={-1}>
        <Badge>{planName(view, isAdmin)}</Badge> {planStatusText(view, isAdmin)}{' '}
        {!view.is_premium && !isAdmin && <Link href={paths.premium}>See what's in Premium</Link>}
      </p>
      {(view.can_cancel || view.can_keep || updateUrl !== null) && (
        <ButtonRow>
          {updateUrl !== null && (
            <a className={buttonClass()} href={updateUrl}>
              Update card
            </a>
          )}
          {view.can_keep && (
            <Button disabled={keeping.busy} onClick={() => void keeping.run(keep)}>
              Keep Premium
            </Button>
          )}
          {view.can_cancel && <CancelButton view={view} onChange={onChange} />}
        </ButtonRow>
      )}
      {isRenewing(view) && (
        <p className="caption">
          {(isEmailOffered || !view.can_cancel) && <EmailToCancel />} <ManageAtProvider />
        </p>
      )}
    </div>
  );
}

/** Focuses the status when the focused button is gone, as after canceling, so that keyboards go on from there. */
function useStatusFocus({ can_cancel: canCancel, can_keep: canKeep }: SubscriptionView) {
  const status = useRef<HTMLParagraphElement>(null);
  const buttons = `${canCancel} ${canKeep}`;
  const before = useRef(buttons);
  useEffect(() => {
    if (before.current !== buttons && document.activeElement === document.body) status.current?.focus();
    before.current = buttons;
  }, [buttons]);
  return status;
}

/** Cancels Premium, or a subscription that no longer gives it but may still be charged. */
function CancelButton({ view, onChange }: Pick<PlanProps, 'view' | 'onChange'>) {
  const what = view.is_premium && view.status !== 'given' ? 'Premium' : 'subscription';
  const cancel = async () => {
    onChange(await api('POST /users/me/subscription/cancel'));
    await loadSession();
    return `${what === 'Premium' ? what : 'Subscription'} canceled. You won't be charged again.`;
  };
  return (
    <ConfirmButton title={`Cancel ${what}?`} actionLabel={`Cancel ${what}`} cancelLabel={`Keep ${what}`} danger onConfirm={cancel}>
      <p>{view.renews_at !== null && `You keep Premium until ${formatDate(view.renews_at)}. `}You won't be charged again.</p>
    </ConfirmButton>
  );
}

/** True while there may be another charge; a failed payment may be retried. */
const isRenewing = ({ is_premium: isPremium, ends_at: endsAt, status }: SubscriptionView): boolean =>
  isPremium && (endsAt === null || status === 'past_due');
