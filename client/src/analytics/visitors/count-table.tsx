import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge';
import { Card, CardTitle } from '../../ui/card';
import { Count } from '../../ui/count';
import { EmptyText } from '../../ui/feedback/empty-text';
import { NumberCell, PlainTable } from '../../ui/plain-table';
import styles from './count-table.module.css';
import text from '../../ui/text.module.css';

interface CountTableProps {
  readonly title: string;
  readonly columns: readonly [name: string, count: string];
  /** In descending order of their counts. */
  readonly rows: readonly { readonly key: string; readonly name: ReactNode; readonly count: number }[];
  /** A line under the title. */
  readonly note?: string;
}

/** The first rows get a rank badge. */
const RANKED_ROWS = 3;

/** A card with a ranked table of names and counts. */
export const CountTable = ({ title, columns: [nameColumn, countColumn], rows, note }: CountTableProps) => (
  <Card aria-label={title}>
    <CardTitle>{title}</CardTitle>
    {note !== undefined && <p className={text.caption}>{note}</p>}
    {rows.length === 0 ? (
      <EmptyText>No data available</EmptyText>
    ) : (
      <PlainTable name={title} className={styles.table} columns={[nameColumn, { number: countColumn }]}>
        {rows.map(({ key, name, count }, index) => (
          <tr key={key}>
            <th scope="row" className={styles.name}>
              {index < RANKED_ROWS && (
                <span className={styles.rank} data-testid="rank-badge">
                  <Badge>#{index + 1}</Badge>
                </span>
              )}
              {name}
            </th>
            <NumberCell>
              <Count value={count} />
            </NumberCell>
          </tr>
        ))}
      </PlainTable>
    )}
  </Card>
);
