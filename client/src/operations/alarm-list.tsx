import type { SiteAlarm } from '#domain/site/contract';
import { Notice } from '../ui/feedback/notice';
import styles from './alarm-list.module.css';

/** What needs a look, one line each. */
export const AlarmList = ({ alarms }: { readonly alarms: readonly SiteAlarm[] }) => (
  <ul className={styles.list}>
    {alarms.map(({ text }) => (
      <li key={text}>
        <Notice isWarning>{text}</Notice>
      </li>
    ))}
  </ul>
);
