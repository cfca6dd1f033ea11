import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Link } from 'wouter';
import { isAdmin as isAdminViewer } from '#domain/auth/viewer';
import type { CurrentUser } from '#domain/auth/user';
import type { SubscriptionView } from '#domain/subscriptions/subscription-view';
import { api } from '../api/api';
import { settings } from '../api/settings';
import { paths } from '../site/paths';
import { loadSession } from '../site/session';
import { Button } from '../ui/form/button';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog';
import { LoadError } from '../ui/feedback/load-error';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { notify } from '../site/toast';
import { useResource } from '../api/use-resource';
import { formatDate } from '../ui/format';
import { planState } from './plan-state';
import { planName, planStatusText } from './plan-status-text';

/** The plan: what it is, until when, and how it ends. */
export function PlanCard({ user }: { readonly user: CurrentUser }) {
  const { data, error, reload, setData } = useResource('/users/me/subscription', (signal) => api('GET /users/me/subscription', { signal }));
  useReloadOnChange(reload);
  useEffect(() => void (planState.exists = data && data.status !== 'none'), [data]);
  const [isConfirming, setIsConfirming] = useState(false);
  const isAdmin = isAdminViewer({ kind: 'user', user });
  if (!data) return error ? <LoadError onRetry={() => void reload()} /> : <SkeletonBar width={60} />;
  const cancel = async () => {
    setData(await api('POST /users/me/subscription/cancel'));
    setIsConfirming(false);
    notify('Premium is cancelled. Nothing more is paid.', 'success');
    await loadSession();
  };
  return (
    <div className="plan" data-testid="plan">
      <p>
        <span className="badge">{planName(data, isAdmin)}</span> {planStatusText(data, isAdmin)}{' '}
        {!data.is_premium && !isAdmin && <Link href={paths.premium}>See what Premium adds</Link>}
      </p>
      {(data.can_cancel || ownApiUrl(data.update_url) !== null) && (
        <p className="plan__actions">
          {ownApiUrl(data.update_url) !== null && (
            <a className="button" href={data.update_url ?? ''}>
              Update card
            </a>
          )}
          {data.can_cancel && <Button onClick={() => setIsConfirming(true)}>Cancel Premium</Button>}
        </p>
      )}
      {canStillCancel(data) && <CancelInstructions user={user} />}
      {isConfirming && <CancelDialog view={data} onConfirm={cancel} onClose={() => setIsConfirming(false)} />}
    </div>
  );
}

/** Is there still something to cancel? A payment that failed may yet go through. */
const canStillCancel = ({ is_premium: isPremium, ends_at: ends, status }: SubscriptionView): boolean =>
  isPremium && (ends === null || status === 'past_due');

/** Routes of ours lead to the provider's pages; nothing else is linked. */
const ownApiUrl = (url: string | null): string | null => (url?.startsWith('/api/') ? url : null);

/** How one cancels by letter, and the payment partner's own way where the record has one. */
export function CancelInstructions({ user }: { readonly user: CurrentUser | null }) {
  const { support_email: support } = useSnapshot(settings).site;
  const link = ownApiUrl(user?.paddle_subscription_cancel_url ?? null);
  return (
    <p className="caption">
      To cancel, write to {support === '' ? 'support' : <a href={`mailto:${support}`}>support</a>} from your account e-mail.{' '}
      {link !== null && <a href={link}>Cancel at our payment partner</a>}
    </p>
  );
}

interface CancelDialogProps {
  readonly view: SubscriptionView;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

function CancelDialog({ view, onConfirm, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      title="Cancel Premium?"
      actionLabel="Cancel Premium"
      cancelLabel="Keep Premium"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {view.renews_at === null
          ? 'Nothing more is paid.'
          : `Premium stays until ${formatDate(view.renews_at)}. Nothing more is paid after that.`}
      </p>
    </ConfirmDialog>
  );
}

/** What another part did to the plan is asked for again. */
function useReloadOnChange(reload: () => Promise<void>): void {
  const { version } = useSnapshot(planState);
  const seenVersion = useRef(version);
  useEffect(() => {
    if (seenVersion.current === version) return;
    seenVersion.current = version;
    void reload();
  }, [version, reload]);
}
