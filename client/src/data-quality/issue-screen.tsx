import { useState } from 'react';
import type { IssuePage, IssueRow } from '#domain/data-quality/contract';
import { ISSUE_ROWS_PER_PAGE } from '#domain/data-quality/issue-pages';
import { formatCount } from '#domain/numbers';
import { endpointUrl } from '../api/api';
import { useEndpoint } from '../api/resource';
import { navigate } from '../site/navigation';
import { paths } from '../site/paths';
import { useShortcuts } from '../site/shortcuts';
import { notify } from '../site/toast';
import { Card } from '../ui/card';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { Notice } from '../ui/feedback/notice';
import { SkeletonBar } from '../ui/feedback/skeleton';
import { Button, buttonClass, ButtonLink } from '../ui/form/button';
import { formatDateTime, formatDate } from '../ui/format';
import { AdminScreen } from '../ui/navigation/admin-screen';
import { pageIn } from '../ui/navigation/pagination';
import { useSearchText } from '../ui/navigation/use-path';
import { useReloads } from '../api/use-reloads';
import { type CleanupName, type CleanupOutcome, cleanups, removeItems, totalOf, totalsText } from './cleanups';
import { Link } from 'wouter';
import { DEMO_SOURCE } from '#domain/site/demo';
import { variantNouns, variantOf } from '#domain/catalog/variants';
import { formatUsername } from '../ui/entity-names';
import { ExternalLink } from '../ui/navigation/external-link';
import { type TableColumn, countColumn, PagedTable } from '../ui/data-table';

/** The items of an issue, each with a link to its page and, if its source says where it is, to Pinterest. */
const columns: readonly TableColumn<IssueRow>[] = [
  {
    name: 'Name',
    className: 'anywhere',
    render: (row) => (
      <Link href={paths[row.entity_type](row._id)} dir="auto" title={row._id}>
        {row.title}
      </Link>
    ),
  },
  { name: 'Type', render: ({ entity_type }) => variantNouns[variantOf[entity_type]].title },
  { name: 'By', className: 'anywhere', render: ({ pinner_username }) => formatUsername(pinner_username) ?? '–' },
  {
    ...countColumn('Followers or saves', ({ count }) => count),
    nameIn: ({ entity_type }) => (entity_type === 'pin' ? 'Saves' : 'Followers'),
  },
  countColumn('Readings', ({ readings }) => readings),
  { name: 'Crawled', render: ({ last_crawled_at: at }) => (at === null ? 'Never' : formatDate(at)) },
  { name: 'Pinterest', render: (row) => <VisitLink {...row} /> },
];

/** The link to Pinterest. What the demo made up is not there. */
const VisitLink = ({ url, source }: Pick<IssueRow, 'url' | 'source'>) =>
  source === DEMO_SOURCE ? (
    <span className="caption">Demo: not on Pinterest</span>
  ) : url === null ? (
    '–'
  ) : (
    <ExternalLink href={url}>Visit On Pinterest</ExternalLink>
  );

/** `/admin/quality/…`: exactly the items that a cleanup removes. They can be removed here only. */
export function IssueScreen({ kind }: { readonly kind: CleanupName }) {
  const { issue, path, meaning, confirmText, isSilent } = cleanups[kind];
  const page = pageIn(new URLSearchParams(useSearchText()));
  const list = useEndpoint('GET /admin/data-quality/issues/:issue_type', { params: { issue_type: issue }, query: { page } });
  const [outcome, setOutcome] = useState<CleanupOutcome | null>(null);
  const refresh = () => void list.reload();
  useShortcuts({ r: refresh });
  useReloads(refresh, (list.data?.unfinished.length ?? 0) > 0);
  const { shown: data } = list;
  const total = data ? totalOf(data.totals) : 0;
  const remove = async () => {
    if (!data) return;
    const ended = await removeItems(kind, data.totals);
    setOutcome(ended);
    if (ended.level === 'success' || !isSilent) notify(ended.message, ended.level);
    await list.reload();
  };
  return (
    <AdminScreen
      isReady={data !== null}
      lead={meaning}
      busy={list.busy}
      actions={
        <>
          <ButtonLink href={paths.growth}>Growth Analytics</ButtonLink>
          {total > 0 && (
            <a
              className={buttonClass()}
              href={endpointUrl('GET /admin/data-quality/issues/:issue_type/export', { params: { issue_type: issue } })}
              download
            >
              Export (CSV)
            </a>
          )}
          {data && total > 0 ? (
            <ConfirmButton
              button={{ kind: 'danger', ...removeButton }}
              title={confirmText(total)}
              actionLabel={`Remove ${formatCount(total, 'item', 'items')}`}
              danger
              onConfirm={remove}
            >
              <p>
                {totalsText(data.totals)}, with all their readings. {keptText(data.kept_days)}
              </p>
            </ConfirmButton>
          ) : (
            <Button kind="danger" {...removeButton} disabled>
              Remove items
            </Button>
          )}
        </>
      }
    >
      {outcome && <Outcome outcome={outcome} data={data} />}
      {data?.unfinished.map((cleanup) => (
        <Notice key={cleanup.id} isWarning>
          {unfinishedText(cleanup)}
        </Notice>
      ))}
      {list.error && <ErrorPanel title="We couldn't load the items." error={list.error} onRetry={refresh} />}
      {!list.error && <Items data={data} total={total} onPage={(next) => navigate(next > 1 ? `${path}?page=${next}` : path)} />}
    </AdminScreen>
  );
}

const removeButton = { 'data-testid': 'remove-items' } as const;

const keptText = (days: number): string =>
  days === 0 ? 'This site keeps no copy of them.' : `A copy can be downloaded at Operations for ${formatCount(days, 'day', 'days')}.`;

/** What a removal did; what it left, or how to bring the items back while their copy is kept. */
function Outcome({ outcome: { level, message }, data }: { readonly outcome: CleanupOutcome; readonly data: IssuePage | null }) {
  const hasFailed = level === 'error';
  return (
    <>
      <output className={hasFailed ? 'danger' : 'success'}>
        {message}
        {hasFailed && data && totalOf(data.totals) > 0 && ` ${totalsText(data.totals)} left.`}
      </output>
      {!hasFailed && data && data.kept_days > 0 && (
        <p className="small">
          To bring them back, download them at <Link href={paths.operations}>Operations</Link> and import the files.
        </p>
      )}
    </>
  );
}

const typeNames = new Map([
  ['board', 'boards'],
  ['pinner', 'influencers'],
  ['pin', 'pins'],
]);

/** Says what an interrupted or running removal has done so far. */
const unfinishedText = ({ email, entity_type, matched, deleted, started_at }: IssuePage['unfinished'][number]): string =>
  `${email ?? 'A deleted account'} began to remove ${typeNames.get(entity_type) ?? entity_type} on ${formatDateTime(started_at)}: ` +
  `${formatCount(deleted, 'is', 'are')} removed, ${formatCount(Math.max(0, matched - deleted), 'is', 'are')} left. The server finishes it.`;

interface ItemsProps {
  readonly data: IssuePage | null;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

const Items = ({ data, total, onPage }: ItemsProps) =>
  data && total === 0 ? (
    <EmptyPanel title="No items to remove." label="Items" testId="no-items" />
  ) : (
    <Card aria-label="Items" aria-busy={data === null}>
      {data ? (
        <PagedTable
          name="Items"
          summary={totalsText(data.totals)}
          columns={columns}
          rows={data.rows}
          keyOf={(row) => `${row.entity_type} ${row._id}`}
          rowTestId="issue-row"
          page={data.page}
          pages={Math.ceil(total / ISSUE_ROWS_PER_PAGE)}
          onPage={onPage}
        />
      ) : (
        Array.from({ length: ISSUE_ROWS_PER_PAGE }, (_, index) => <SkeletonBar key={index} height={20} />)
      )}
    </Card>
  );
