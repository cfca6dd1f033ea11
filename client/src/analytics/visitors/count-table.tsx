import type { ReactNode } from 'react';
import { Count } from '../../ui/count';
import { PlainTable } from '../../ui/plain-table';

interface CountTableProps {
  readonly title: string;
  /** What the names are, and what is counted. */
  readonly columns: readonly [name: string, count: string];
  /** Most first. */
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly count: number }[];
  /** A line under the title. */
  readonly note?: string;
}

/** How many rows have their rank said. */
const RANKED_ROWS = 3;

/** Names with their counts; the first three carry their rank. */
export function CountTable({ title, columns: [nameColumn, countColumn], rows, note }: CountTableProps) {
  return (
    <section className="card count-table" aria-label={title}>
      <h2 className="chart__title">{title}</h2>
      {note !== undefined && <p className="caption">{note}</p>}
      {rows.length === 0 ? (
        <p className="chart__none">No data available</p>
      ) : (
        <PlainTable name={title} columns={[nameColumn, { number: countColumn }]}>
          {rows.map(({ key, name, count }, index) => (
            <tr key={key}>
              <th scope="row" className="count-table__name">
                {index < RANKED_ROWS && (
                  <span className="badge count-table__rank" data-testid="rank-badge">
                    #{index + 1}
                  </span>
                )}
                {name}
              </th>
              <td className="plain__number">
                <Count value={count} />
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
    </section>
  );
}
