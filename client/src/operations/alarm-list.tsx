import type { SiteAlarm } from '#domain/site/contract';
import { Notice } from '../ui/feedback/notice';

/** What needs a look, one line each. */
export const AlarmList = ({ alarms }: { readonly alarms: readonly SiteAlarm[] }) => (
  <ul className="stack mt-2 gap-2">
    {alarms.map(({ text }) => (
      <li key={text}>
        <Notice isWarning>{text}</Notice>
      </li>
    ))}
  </ul>
);
