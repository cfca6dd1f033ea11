import type { Instance } from '#domain/operations/contract';
import { formatDateTime } from '../ui/format';
import { PlainTable } from '../ui/plain-table';

/** The servers that run. */
export const InstanceTable = ({ instances }: { readonly instances: readonly Instance[] }) => (
  <PlainTable name="Servers" isStacked className="mt-2" columns={['Server', 'Version', 'Started', 'Last seen']}>
    {instances.map(({ id, host, version, started_at, seen_at }) => (
      <tr key={id} data-testid="instance-row">
        <th scope="row" className="anywhere">
          {host} <span className="block">{id.slice(0, 8)}</span>
        </th>
        <td data-name="Version">{version}</td>
        <td data-name="Started" className="nowrap">
          {formatDateTime(started_at)}
        </td>
        <td data-name="Last seen" className="nowrap">
          {formatDateTime(seen_at)}
        </td>
      </tr>
    ))}
  </PlainTable>
);
