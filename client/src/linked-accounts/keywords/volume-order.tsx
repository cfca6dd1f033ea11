import { useState } from 'react';
import type { KeywordPage } from '#domain/keywords/contract';
import type { PinterestVolume } from '#domain/linked-accounts/account-reader';
import { canHaveVolume, groupKeywords, volumeLowerBound } from '#domain/linked-accounts/volumes';
import { formatCount, wholeNumber } from '#domain/numbers';
import { MAX_FREE_PAGES } from '#domain/subscriptions/entitlements';
import { api } from '../../api/api';
import { useResource } from '../../api/resource';
import { useEntitlement } from '../../site/session';
import { Card } from '../../ui/card';
import { ScrollTable, type TableColumn } from '../../ui/data-table';
import { Button } from '../../ui/form/button';
import { Select } from '../../ui/form/select';
import { Volume } from '../../ui/count';
import { OwnFigures } from '../figures';
import { useOwnAccounts } from '../use-own-accounts';
import { KeywordLink } from './found-keyword';
import { canTellVolumes, countryName, countryOptions, useVolumeCountry, type VolumeCountry } from './volumes';

const TABLE_HEIGHT_PX = 480;
/** The most keywords that are ordered; their volumes take about ten requests. */
const MAX_ORDERED_KEYWORDS = 2_000;
const MAX_SHOWN_ROWS = 100;
const [FREE_PAGE_SIZE, PAGE_SIZE] = [10, 100] as const;
/** The keywords of one request, encoded: an address of ours has at most 8 KB. */
const MAX_GROUP_BYTES = 5_000;

interface VolumeOrderProps {
  /** Names what `loadPage` loads. */
  readonly viewKey: string;
  /** Loads a page of the keywords of the current filter. */
  readonly loadPage: (page: number, pageSize: number, signal: AbortSignal) => Promise<KeywordPage>;
}

/** Orders the keywords of the current filter by their search volume at Pinterest, which only its viewer may see, so the list itself cannot. */
export function VolumeOrder(props: VolumeOrderProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: accounts } = useOwnAccounts();
  const account = accounts?.find(canTellVolumes);
  if (!account) return null;
  return (
    <div className="stack gap-3">
      <div>
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide search volumes' : 'Order by search volume'}
        </Button>
      </div>
      {isOpen && <OrderedKeywords accountId={account._id} {...props} />}
    </div>
  );
}

/** What was ordered. */
interface Ordered {
  readonly rows: readonly PinterestVolume[];
  readonly day: string;
  readonly keywordCount: number;
  readonly total: number;
  readonly withComma: number;
}

async function orderByVolume(
  { loadPage }: VolumeOrderProps,
  pageSize: number,
  maxPages: number,
  loadVolumes: (keywords: string) => Promise<{ readonly volumes: readonly PinterestVolume[]; readonly day: string }>,
  signal: AbortSignal,
): Promise<Ordered> {
  const first = await loadPage(1, pageSize, signal);
  const keywords = first.keywords.map(({ keyword }) => keyword);
  for (let page = 2; page <= Math.min(maxPages, Math.ceil(first.total / pageSize)); page++)
    keywords.push(...(await loadPage(page, pageSize, signal)).keywords.map(({ keyword }) => keyword));
  const askable = keywords.filter(canHaveVolume);
  const rows: PinterestVolume[] = [];
  let day = '';
  for (const group of groupKeywords(askable, MAX_GROUP_BYTES)) {
    const answer = await loadVolumes(group.join(','));
    rows.push(...answer.volumes);
    ({ day } = answer);
  }
  const bound = ({ volume }: PinterestVolume) => volumeLowerBound(volume) ?? -1;
  return {
    rows: rows.toSorted((one, other) => bound(other) - bound(one)),
    day,
    keywordCount: keywords.length,
    total: first.total,
    withComma: keywords.length - askable.length,
  };
}

const columnsFor = (day: string, country: VolumeCountry): readonly TableColumn<PinterestVolume>[] => [
  { name: 'Keyword', render: ({ keyword }) => <KeywordLink keyword={keyword} /> },
  { name: 'Search volume', render: ({ volume }) => <Volume volume={volume} source="Pinterest" region={countryName(country)} date={day} /> },
];

function OrderedKeywords({ accountId: id, ...props }: VolumeOrderProps & { readonly accountId: string }) {
  const [country, setCountry] = useVolumeCountry();
  const hasAllPages = useEntitlement('all_pages');
  const pageSize = hasAllPages ? PAGE_SIZE : FREE_PAGE_SIZE;
  const maxPages = hasAllPages ? MAX_ORDERED_KEYWORDS / PAGE_SIZE : MAX_FREE_PAGES;
  const ordered = useResource(`volume order ${id} ${country} ${pageSize} ${props.viewKey}`, (signal) =>
    orderByVolume(
      props,
      pageSize,
      maxPages,
      (keywords) => api('GET /users/me/pinterest_accounts/:id/volumes', { params: { id }, query: { country, keywords }, signal }),
      signal,
    ),
  );
  return (
    <Card title="By search volume at Pinterest" className="stack gap-3" data-testid="volume-order">
      <div className="cluster">
        <Select label="Country" value={country} options={countryOptions} onChange={setCountry} />
      </div>
      <OwnFigures resource={ordered} isEmpty={({ rows }) => rows.length === 0} height={TABLE_HEIGHT_PX}>
        {({ rows, day, keywordCount, total, withComma }) => (
          <>
            <p>
              {keywordCount < total
                ? `The first ${wholeNumber(keywordCount)} of ${formatCount(total, 'keyword', 'keywords')} of this filter, ordered by search volume.`
                : `All ${formatCount(total, 'keyword', 'keywords')} of this filter, ordered by search volume.`}
              {withComma > 0 && ` ${wholeNumber(withComma)} with a comma left out: Pinterest can’t be asked for them.`}
              {rows.length > MAX_SHOWN_ROWS && ` The top ${MAX_SHOWN_ROWS} are shown.`}
            </p>
            <ScrollTable
              name="Search volumes"
              columns={columnsFor(day, country)}
              rows={rows.slice(0, MAX_SHOWN_ROWS)}
              keyOf={({ keyword }) => keyword}
              rowTestId="volume-row"
            />
          </>
        )}
      </OwnFigures>
    </Card>
  );
}
