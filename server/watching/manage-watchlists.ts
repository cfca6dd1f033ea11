import { Injectable } from '@nestjs/common';
import type { ItemToWatch, WatchedItem, WatchedItemKey, Watching, Watchlist, WatchlistDetail } from '#domain/watching/contract';
import { watchLimitsOf } from '#domain/watching/watch-limits';
import type { StoredItem } from '#domain/watching/watchlists';
import { type SignedInUser, viewerOf } from '#domain/auth/viewer';
import { Catalog, type FoundRow } from '#domain/catalog/catalog';
import { defaultMetric } from '#domain/catalog/metrics';
import { summaryGrowth } from '#domain/catalog/pages/entity-summaries';
import { type EntityType, entityTypes, variantOf } from '#domain/catalog/variants';
import { Clock } from '#domain/clock';
import { dayLabel } from '#domain/days';
import { NotFound } from '#domain/errors';
import { hasEntitlement } from '#domain/subscriptions/entitlements';
import { Watchlists } from '#server/watching/typeorm/watchlists';

const valueOf = (entity: EntityType, row: FoundRow): number | null =>
  (row as unknown as Record<string, number | null>)[defaultMetric[entity]] ?? null;
const growthOf = (entity: EntityType, row: FoundRow): number | null =>
  (row as unknown as Record<string, number | null>)[summaryGrowth[entity]] ?? null;

/** Identifies an entity among others of all kinds. */
export const watchedKey = (entity: EntityType, id: string): string => `${entity} ${id}`;

/** A user's watchlists: what they watch, with its current figures, as far as the plan allows. */
@Injectable()
export class ManageWatchlists {
  constructor(
    private readonly watchlists: Watchlists,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  async list(user: SignedInUser): Promise<Watching> {
    const { lists, itemsPerList } = watchLimitsOf(viewerOf(user));
    return { watchlists: await this.watchlists.listFor(user.id), limits: { lists, items_per_list: itemsPerList } };
  }

  async view(user: SignedInUser, id: string): Promise<WatchlistDetail> {
    const list = await this.watchlists.find(user.id, id);
    const rows = await findWatchedRows(this.catalog, list.items);
    const showsMomentum = hasEntitlement(viewerOf(user), 'momentum');
    return {
      ...list,
      items: list.items.map((item) => toWatchedItem(item, rows.get(watchedKey(item.entity, item.entity_id)), showsMomentum)),
    };
  }

  create(user: SignedInUser, name: string): Promise<Watchlist> {
    return this.watchlists.create(user.id, name, watchLimitsOf(viewerOf(user)), this.clock.now());
  }

  async addItem(user: SignedInUser, listId: string, { entity, entity_id, note }: ItemToWatch): Promise<WatchedItemKey> {
    const [row] = await this.catalog.findRows(variantOf[entity], [entity_id]);
    if (!row) throw new NotFound(`This ${entity} is not in our index any more.`);
    const item = { entity, entity_id, title: row.title, note, added_value: valueOf(entity, row) };
    return this.watchlists.addItem(user.id, listId, item, watchLimitsOf(viewerOf(user)), this.clock.now());
  }
}

/** The rows of entities that are still in the catalog, by `watchedKey`: one query per kind. */
export async function findWatchedRows(
  catalog: Catalog,
  items: readonly Pick<StoredItem, 'entity' | 'entity_id'>[],
): Promise<ReadonlyMap<string, FoundRow>> {
  const rowsOf = async (entity: EntityType): Promise<[string, FoundRow][]> => {
    const ids = items.filter((item) => item.entity === entity).map(({ entity_id }) => entity_id);
    const rows: readonly FoundRow[] = ids.length === 0 ? [] : await catalog.findRows(variantOf[entity], ids);
    return rows.map((row) => [watchedKey(entity, row._id), row]);
  };
  return new Map((await Promise.all(entityTypes.map(rowsOf))).flat());
}

/** What is known of an entity that is not gone. */
const figuresOf = (entity: EntityType, row: FoundRow | null) => ({
  sparkline: row?.sparkline ?? null,
  value: row && valueOf(entity, row),
  growth_last_90_days: row && growthOf(entity, row),
  read_on: row && ('saves' in row ? row.saves_read_on : row.followers_read_on),
  is_gone: row === null,
});

/** What is shown of an entity that is watched: of one that left the catalog, the stored title. */
export function toWatchedEntity(entity: EntityType, id: string, found: FoundRow | undefined, storedTitle: string, showsMomentum: boolean) {
  const row = found?.is_gone ? null : (found ?? null);
  return {
    entity,
    entity_id: id,
    title: found?.title ?? storedTitle,
    owner: (found && 'pinner' in found && found.pinner.username) || null,
    image_url: found?.image_url ?? null,
    pictures: found && 'pictures' in found ? found.pictures : [],
    ...figuresOf(entity, row),
    ...(showsMomentum && { momentum_score: row?.momentum_score ?? null }),
  };
}

/** An item with the figures of its row. */
const toWatchedItem = (item: StoredItem, found: FoundRow | undefined, showsMomentum: boolean): WatchedItem => ({
  ...item,
  added_on: dayLabel(item.added_on),
  ...toWatchedEntity(item.entity, item.entity_id, found, item.title, showsMomentum),
});
