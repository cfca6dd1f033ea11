import { classes } from '../../ui/classes';
import { useEffect, useState } from 'react';
import { paths } from '../../site/paths';
import { Loaded } from '../../ui/feedback/load-error';
import { Button } from '../../ui/form/button';
import { Popover } from '../../ui/form/popover';
import { Link } from 'wouter';
import { usePath } from '../../ui/navigation/use-path';
import type { Alert } from '#domain/watching/alerts/contract';
import { formatDate } from '../../ui/format';
import { MINUTE_MS } from '#domain/durations';
import { inOwnFormats } from '#domain/site/own-formats';
import { api } from '../../api/api';
import { createUserData } from '../../site/user-data';
import styles from './alert-bell.module.css';

/** Alerts that were loaded longer ago are loaded again when the user comes back or opens another page. */
const REFRESH_AFTER_MS = MINUTE_MS;

let requestedAt = 0;
/** The user's last alerts. */
const userAlerts = createUserData('alerts', (signal) => {
  requestedAt = Date.now();
  return api('GET /users/me/alerts', { signal });
});

/** Loads the alerts again if they may be old, at most once a minute; nothing while the page is hidden. */
function refreshAlerts(): void {
  if (!document.hidden && userAlerts.find() !== null && Date.now() - requestedAt >= REFRESH_AFTER_MS) void userAlerts.reload();
}

const markAsRead = (alerts: readonly Alert[]): Promise<unknown> =>
  api('POST /users/me/alerts/read', { body: { alert_ids: alerts.map(({ _id }) => _id) } });

/** Loads the alerts and marks them as read. Those that were unread stay marked as new until they are loaded the next time. */
async function openAlerts(): Promise<void> {
  await userAlerts.reload();
  const data = userAlerts.find();
  const unread = (data?.alerts ?? []).filter(({ is_read }) => !is_read);
  if (!data || unread.length === 0) return;
  try {
    await markAsRead(unread);
  } catch {
    // They stay unread, and are marked when they are opened again.
    return;
  }
  if (userAlerts.find() === data) userAlerts.set({ ...data, unread_count: 0 });
}

const BELL_PATH = 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15ZM10 20.5h4';

/** The bell of the header: the number of unread alerts, and the last ones. */
export function AlertBell() {
  const alerts = userAlerts.useLoaded();
  const { data } = alerts;
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
          <Button kind="quiet" className={classes('relative ink', styles.bell)} aria-label={name} title={name} {...props}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d={BELL_PATH} fill="none" stroke="currentcolor" strokeWidth={1.8} strokeLinecap="round" strokeLinejoin="round" />
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
        <Loaded resource={alerts} height={88}>
          {({ alerts: list }) =>
            list.length === 0 ? (
              <p className="muted">None yet. They come from your alert rules.</p>
            ) : (
              <ul className="stack">
                {list.map(({ _id, title, text, path: alertPath, day, is_read }) => (
                  <li key={_id} className={classes('anywhere line-above', styles.alert, !is_read && styles.unread)} data-testid="alert">
                    {alertPath === null ? (
                      <bdi>{title}</bdi>
                    ) : (
                      <Link href={alertPath} onClick={() => setIsOpen(false)} dir="auto">
                        {title}
                      </Link>
                    )}
                    <p>
                      {!is_read && <strong>New: </strong>}
                      {inOwnFormats(text)}
                    </p>
                    <p className="small">{formatDate(day)}</p>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
        <p className="mt-2">
          <Link href={`${paths.watchlists}#alert-rules`} onClick={() => setIsOpen(false)}>
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
