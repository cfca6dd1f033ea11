import { Link } from 'wouter';
import { DEMO_SOURCE } from '#domain/site/demo';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import type { IssueRow } from '#domain/data-quality/contract';
import { paths } from '../site/paths';
import { Count } from '../ui/count';
import { formatUsername } from '../ui/entity-names';
import { formatDate } from '../ui/format';
import { ExternalLink } from '../ui/navigation/external-link';
import { NumberCell, PlainTable } from '../ui/plain-table';
import styles from './data-quality.module.css';

/** The items of an issue, each with a link to its page and, if its source says where it is, to Pinterest. */
export const IssueTable = ({ rows }: { readonly rows: readonly IssueRow[] }) => (
  <PlainTable
    name="Items"
    isStacked
    className={styles.table}
    columns={['Name', 'Type', 'By', { number: 'Followers or saves' }, { number: 'Readings' }, 'Crawled', 'Pinterest']}
  >
    {rows.map((row) => (
      <tr key={`${row.entity_type} ${row._id}`} data-testid="issue-row">
        <th scope="row" className="anywhere" dir="auto" title={row._id}>
          <Link href={paths[row.entity_type](row._id)}>{row.title}</Link>
        </th>
        <td data-name="Type">{variantNouns[variantOf[row.entity_type]].title}</td>
        <td data-name="By" className="anywhere">
          {formatUsername(row.pinner_username) ?? '–'}
        </td>
        <NumberCell data-name={row.entity_type === 'pin' ? 'Saves' : 'Followers'}>
          <Count value={row.count} />
        </NumberCell>
        <NumberCell data-name="Readings">
          <Count value={row.readings} />
        </NumberCell>
        <td data-name="Crawled">{row.last_crawled_at === null ? 'Never' : formatDate(row.last_crawled_at)}</td>
        <td data-name="Pinterest">
          <VisitLink {...row} />
        </td>
      </tr>
    ))}
  </PlainTable>
);

/** The link to Pinterest. What the demo made up is not there. */
const VisitLink = ({ url, source }: Pick<IssueRow, 'url' | 'source'>) =>
  source === DEMO_SOURCE ? (
    <span className="caption">Demo: not on Pinterest</span>
  ) : url === null ? (
    '–'
  ) : (
    <ExternalLink href={url}>Visit On Pinterest</ExternalLink>
  );
