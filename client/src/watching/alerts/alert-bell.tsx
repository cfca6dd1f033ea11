import { classes } from '../../ui/classes';
import { useEffect, useState } from 'react';
import { paths } from '../../site/paths';
import { LoadError } from '../../ui/feedback/load-error';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { Button } from '../../ui/form/button';
import { Popover } from '../../ui/form/popover';
import { Link } from 'wouter';
import { usePath } from '../../ui/navigation/use-path';
import { AlertList } from './alert-list';
import { loadAlerts, openAlerts, refreshAlerts, useAlerts } from './alerts';
import styles from './alert-bell.module.css';

const BELL_PATH = 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 20.5h4';

/** The bell of the header: the number of unread alerts, and the last ones. */
export function AlertBell() {
  const { data, hasFailed } = useAlerts();
  const [isOpen, setIsOpen] = useState(false);
  const path = usePath();
  const unreadCount = data?.unread_count ?? 0;
  const toggle = (opens: boolean) => {
    setIsOpen(opens);
    if (opens) void openAlerts();
  };
  const name = unreadCount === 0 ? 'Alerts' : `Alerts: ${unreadCount} unread`;
  return (
    <div className={styles.place}>
      {/* A new one for each page; none while the alerts are read. */}
      {!isOpen && <AlertRefresher key={path} />}
      <Popover
        label="Alerts"
        isOpen={isOpen}
        onToggle={toggle}
        renderButton={(props) => (
          <Button kind="quiet" className={classes('relative', styles.bell)} aria-label={name} title={name} {...props}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d={BELL_PATH} />
            </svg>
            {unreadCount > 0 && (
              <span className={classes('pill text-center', styles.count)} aria-hidden="true">
                {unreadCount}
              </span>
            )}
          </Button>
        )}
      >
        <h2 className={styles.heading}>Alerts</h2>
        {!data && (hasFailed ? <LoadError onRetry={() => void loadAlerts()} /> : <SkeletonBar height={88} />)}
        {data?.alerts.length === 0 && <p className="muted">None yet. They come from your alert rules.</p>}
        {data && data.alerts.length > 0 && <AlertList alerts={data.alerts} onOpen={() => setIsOpen(false)} />}
        <p className={styles.rules}>
          <Link href={paths.watchlists} onClick={() => setIsOpen(false)}>
            Alert rules
          </Link>
        </p>
      </Popover>
    </div>
  );
}

/** Refreshes the alerts when it appears, and whenever the user comes back to the page. */
function AlertRefresher() {
  useEffect(() => {
    refreshAlerts();
    window.addEventListener('focus', refreshAlerts);
    document.addEventListener('visibilitychange', refreshAlerts);
    return () => {
      window.removeEventListener('focus', refreshAlerts);
      document.removeEventListener('visibilitychange', refreshAlerts);
    };
  }, []);
  return null;
}
