import type { RecentImport } from '#domain/operations/contract';
import { Badge } from '../ui/badge';
import { Count } from '../ui/count';
import { formatDateTime } from '../ui/format';
import { NumberCell, PlainTable } from '../ui/plain-table';

/** What the state of an import means; those that need a look have a badge. */
const states: Readonly<Record<RecentImport['state'], { readonly name: string; readonly note?: string }>> = {
  reading: { name: 'Reading the file' },
  applying: { name: 'Applying' },
  done: { name: 'Done' },
  refused: { name: 'Refused', note: 'Nothing was changed.' },
  interrupted: { name: 'Killed', note: 'Nothing was changed. Run the same command again.' },
  half_applied: { name: 'Killed', note: 'A part was applied. Run the same command again.' },
};

/** The latest imports, and how they stand. */
export const ImportTable = ({ imports }: { readonly imports: readonly RecentImport[] }) => (
  <PlainTable
    name="Imports"
    isStacked
    className="mt-2"
    columns={['Started', 'File', 'Kind', { number: 'Rows' }, { number: 'Rejected' }, 'State']}
  >
    {imports.map(({ id, started_at, source, kind, lines, rejected, state, reason }) => {
      const { name, note } = states[state];
      return (
        <tr key={id} data-testid="import-row">
          <th scope="row" className="nowrap">
            {formatDateTime(started_at)}
          </th>
          <td data-name="File" className="anywhere">
            {source}
          </td>
          <td data-name="Kind">{kind}</td>
          <NumberCell data-name="Rows">
            <Count value={lines} />
          </NumberCell>
          <NumberCell data-name="Rejected">
            <Count value={rejected} />
          </NumberCell>
          <td data-name="State">
            {note === undefined ? (
              name
            ) : (
              <>
                <Badge isPlain>{name}</Badge> {reason !== null && `${reason.replace(/\.$/, '')}. `}
                {note}
              </>
            )}
          </td>
        </tr>
      );
    })}
  </PlainTable>
);
