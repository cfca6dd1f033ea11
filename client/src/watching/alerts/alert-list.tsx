import type { Alert } from '#domain/watching/alerts/contract';
import { classes } from '../../ui/classes';
import { formatDate } from '../../ui/format';
import { Link } from 'wouter';
import styles from './alert-list.module.css';

interface AlertListProps {
  readonly alerts: readonly Alert[];
  /** Called when the screen of an alert is opened. */
  readonly onOpen: (alert: Alert) => void;
}

/** Alerts, the newest first. Unread ones are marked. */
export const AlertList = ({ alerts, onOpen }: AlertListProps) => (
  <ul className="stack no-list">
    {alerts.map((alert) => (
      <AlertRow key={alert._id} alert={alert} onOpen={() => onOpen(alert)} />
    ))}
  </ul>
);

interface AlertRowProps {
  readonly alert: Alert;
  readonly onOpen: () => void;
}

function AlertRow({ alert: { title, text: sentence, path, day, is_read }, onOpen }: AlertRowProps) {
  return (
    <li className={classes('anywhere line-above', styles.alert, !is_read && styles.unread)} data-testid="alert">
      {path === null ? (
        <bdi>{title}</bdi>
      ) : (
        <Link href={path} onClick={onOpen} dir="auto">
          {title}
        </Link>
      )}
      <p>
        {!is_read && <strong>New: </strong>}
        {sentence}
      </p>
      <p className="small">{formatDate(day)}</p>
    </li>
  );
}
