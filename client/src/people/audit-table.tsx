import type { AuditRecord } from '#domain/auth/people/contract';
import { formatCount } from '#domain/numbers';
import { formatDate, formatDateTime } from '../ui/format';
import { PlainTable } from '../ui/plain-table';
import styles from './people-screen.module.css';

/** What an administrator did, as a sentence. */
function actionText({ action, detail }: AuditRecord): string {
  switch (action) {
    case 'sessions_ended':
      return `Ended ${formatCount(Number(detail), 'session', 'sessions')}`;
    case 'premium_given':
      return `Gave Premium through ${formatDate(detail)}`;
    case 'premium_ended':
      return 'Ended given Premium';
    case 'account_deleted':
      return 'Deleted the account';
    case 'second_factor_reset':
      return 'Removed the second factor';
    default:
      return action satisfies never;
  }
}

/** What administrators did to accounts, the newest first. */
export const AuditTable = ({ records }: { readonly records: readonly AuditRecord[] }) => (
  <PlainTable name="What administrators did" isStacked className={styles.table} columns={['When', 'Who', 'Whom', 'What']}>
    {records.map((record) => (
      <tr key={record.id} data-testid="audit-row">
        <th scope="row">{formatDateTime(record.at)}</th>
        <td data-name="Who" className={styles.email}>
          {record.by ?? (record.action === 'second_factor_reset' ? 'Command line' : 'Deleted account')}
        </td>
        <td data-name="Whom" className={styles.email}>
          {record.person ?? 'Deleted account'}
        </td>
        <td data-name="What">{actionText(record)}</td>
      </tr>
    ))}
  </PlainTable>
);
