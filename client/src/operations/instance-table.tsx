import type { Instance } from '#domain/operations/contract';
import { formatDateTime } from '../ui/format';
import { PlainTable } from '../ui/plain-table';
import styles from './operations-table.module.css';

/** The servers that run. */
export const InstanceTable = ({ instances }: { readonly instances: readonly Instance[] }) => (
  <PlainTable name="Servers" isStacked className={styles.table} columns={['Server', 'Version', 'Started', 'Last seen']}>
    {instances.map(({ id, host, version, started_at, seen_at }) => (
      <tr key={id} data-testid="instance-row">
        <th scope="row" className={styles.anywhere}>
          {host} <span className={styles.purpose}>{id.slice(0, 8)}</span>
        </th>
        <td data-name="Version">{version}</td>
        <td data-name="Started" className={styles.time}>
          {formatDateTime(started_at)}
        </td>
        <td data-name="Last seen" className={styles.time}>
          {formatDateTime(seen_at)}
        </td>
      </tr>
    ))}
  </PlainTable>
);
