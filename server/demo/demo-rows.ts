import { countsOf } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { DEMO_SOURCE, demoPicturePath } from '#domain/site/demo';
import type { Cell } from '#server/database/copy/text-copy';
import { type DemoEntity, newestCounts } from '#server/demo/demo-catalog';

const sharedColumns = [
  '_id',
  'name',
  'description',
  'url',
  'image_url',
  'topics',
  'searchable',
  'last_crawled_at',
  'imported_at',
  'source',
  'terms',
  'term_occurrences',
];
const ownColumns = {
  board: ['pinner_id', 'pinner_username'],
  pinner: ['username', 'website_url', 'domain_url'],
  pin: ['pinner_id', 'pinner_username', 'board_id', 'link', 'domain', 'queries'],
} as const satisfies Record<EntityType, readonly string[]>;

/** The columns that `textCells` fills. */
export const textColumns = (entity: EntityType): readonly string[] => [...sharedColumns, ...ownColumns[entity]];

/** The columns that `metricCells` fills. */
export const metricColumns = (entity: EntityType): readonly string[] => [
  '_id',
  ...countsOf[entity],
  'created_at',
  ...(entity === 'board' ? ['board_order_modified_at'] : []),
];

/** The columns that `seriesCells` fills. */
export const seriesColumns = (entity: EntityType): readonly string[] => ['_id', 'at', ...countsOf[entity]];

/** An address that belongs to no one: real usernames contain no dot. */
const pageUrl = (entity: EntityType, item: DemoEntity): string => {
  if (entity === 'pin') return `https://www.pinterest.com/pin/${item._id}/`;
  return `https://www.pinterest.com/demo.${item.owner.username}/${entity === 'board' ? `${item.number}/` : ''}`;
};

function ownCells(entity: EntityType, item: DemoEntity): Cell[] {
  const { _id, username } = item.owner;
  if (entity === 'board') return [_id, username];
  const domain = `${username.replaceAll('_', '-')}.example`;
  if (entity === 'pinner') return [username, `https://${domain}/`, domain];
  return [_id, username, item.boardId, `https://${domain}/${item.number}`, domain, [item.topic.name.toLowerCase()]];
}

export function textCells(entity: EntityType, item: DemoEntity, now: Date): Cell[] {
  const lastCrawlMinute = item.history?.at.at(-1);
  const crawledAt = lastCrawlMinute === undefined ? null : new Date(lastCrawlMinute * MINUTE_MS);
  const name = item.history || entity === 'pinner' ? item.name : null;
  const topicNames = item.history ? [item.topic.name] : [];
  return [
    item._id,
    name,
    item.description,
    pageUrl(entity, item),
    item.history && item.hasPicture ? demoPicturePath(entity, item._id) : null,
    topicNames,
    !item.isRemoved,
    crawledAt,
    now,
    DEMO_SOURCE,
    [...item.terms.keys()],
    [...item.terms.values()],
    ...ownCells(entity, item),
  ];
}

export function metricCells(entity: EntityType, item: DemoEntity): Cell[] {
  const createdAt = item.history ? item.createdAt : null;
  const changedAt = item.history ? item.changedAt : null;
  return [item._id, ...newestCounts(entity, item.history), createdAt, ...(entity === 'board' ? [changedAt] : [])];
}

/** Null for an entity without a history. */
export const seriesCells = ({ _id, history }: DemoEntity): Cell[] | null => history && [_id, history.at, ...history.counts];
