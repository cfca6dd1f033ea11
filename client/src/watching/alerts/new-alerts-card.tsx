import { formatCount } from '#domain/numbers';
import { paths } from '../../site/paths';
import { Button, ButtonRow } from '../../ui/form/button';
import { MAX_OVERVIEW_ROWS, OverviewCard } from '../../ui/overview-card';
import { AlertList } from './alert-list';
import { loadAlerts, readAlerts, useAlerts } from './alerts';
import stack from '../../ui/stack.module.css';
import text from '../../ui/text.module.css';

/** The alerts that the user has not read, for the dashboard. */
export function NewAlertsCard() {
  const { data, hasFailed } = useAlerts();
  const unread = (data?.alerts ?? []).filter(({ is_read }) => !is_read);
  const hiddenCount = unread.length - MAX_OVERVIEW_ROWS;
  return (
    <OverviewCard
      id="new-alerts"
      title="New alerts"
      all={{ path: paths.watchlists, label: 'Alert rules' }}
      hasFailed={hasFailed}
      onRetry={() => void loadAlerts()}
    >
      {data &&
        (unread.length === 0 ? (
          <p className={text.muted}>No new alerts.</p>
        ) : (
          <div className={stack.tight}>
            <AlertList alerts={unread.slice(0, MAX_OVERVIEW_ROWS)} onOpen={(alert) => void readAlerts([alert])} />
            {hiddenCount > 0 && <p className={text.muted}>{formatCount(hiddenCount, 'more alert', 'more alerts')} at the bell.</p>}
            <ButtonRow>
              <Button onClick={() => void readAlerts(unread)}>Mark all as read</Button>
            </ButtonRow>
          </div>
        ))}
    </OverviewCard>
  );
}
