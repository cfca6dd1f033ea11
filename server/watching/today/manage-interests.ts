import { watchedKey } from '#server/watching/manage-watchlists';
import type { FollowSuggestions, OwnSite, TopicSuggestions, UserTopics } from '#domain/watching/today/contract';
import { hostsOf, normalizeTopics, parseSite, pickTopicPictures, type StoredInterests } from '#domain/watching/today/interests';
import { type LinkedSites, MAX_TODAY_ROWS, type OwnPins } from '#domain/watching/today/today';
import type { SignedInUser } from '#domain/auth/viewer';
import type { Catalog, FoundRow, ListRow } from '#domain/catalog/catalog';
import type { CatalogSearch } from '#domain/catalog/contract';
import type { Owner } from '#domain/catalog/list-contract';
import { pictureOf } from '#domain/catalog/picture';
import { CHECKS_ORDER } from '#domain/catalog/orders';
import type { EntityType, Variant } from '#domain/catalog/variants';
import { InvalidInput } from '#domain/errors';
import type { Watchlists } from '#server/watching/typeorm/watchlists';
import type { Interests } from '#server/watching/typeorm/interests';
import type { TodayReads } from '#server/watching/postgres/today';

const MAX_RIVALS = 3;

/** The most passed checks first. More than are suggested, since some are watched already or are the user's. */
const suggestionSearch = (topics: readonly string[]): CatalogSearch => ({
  order_by: CHECKS_ORDER,
  sort: 'desc',
  page: 1,
  per_page: 4 * MAX_TODAY_ROWS,
  ...(topics.length > 0 && { topic: topics }),
});

/** A row that may be suggested, or only its id; a board with its owner. */
interface SuggestedRow {
  readonly _id: string;
  readonly pinner?: Owner;
}

/** What a user pins about, and what follows from it: their own pins, and what they could watch. */
export class ManageInterests {
  /** `imageHosts` are the hosts that browsers may load pictures from. */
  constructor(
    private readonly interests: Interests,
    private readonly reads: TodayReads,
    private readonly catalog: Catalog,
    private readonly watchlists: Watchlists,
    private readonly imageHosts: readonly string[],
  ) {}

  async listTopics(user: SignedInUser): Promise<UserTopics> {
    return { topics: (await this.interests.find(user.id))?.topics ?? [] };
  }

  async saveTopics(user: SignedInUser, texts: readonly string[]): Promise<UserTopics> {
    const topics = normalizeTopics(texts);
    await this.interests.saveTopics(user.id, topics);
    return { topics };
  }

  async suggestTopics(): Promise<TopicSuggestions> {
    return { topics: pickTopicPictures(await this.reads.listTopics(), (address) => pictureOf(address, this.imageHosts) !== null) };
  }

  async viewSite(user: SignedInUser): Promise<OwnSite> {
    return this.findOwnSite(...(await this.#findInterests(user)));
  }

  /** The user's own pins in the catalog, with the most saved ones. */
  async findOwnSite(stored: StoredInterests | null, linked: LinkedSites): Promise<OwnSite> {
    const site = ownSiteOf(stored, linked);
    const { pins, saves, top } = await this.#findOwnPins(site);
    const rows = top.length === 0 ? [] : await this.catalog.findRows('pins', top);
    return { site, pins, saves, top_pins: rows.map(withoutExtras) };
  }

  async saveSite(user: SignedInUser, text: string): Promise<OwnSite> {
    const parsed = parseSite(text);
    if ('reason' in parsed) throw new InvalidInput([`site ${parsed.reason}`]);
    await this.interests.saveSite(user.id, parsed.site);
    return this.viewSite(user);
  }

  async suggestFollows(user: SignedInUser): Promise<FollowSuggestions> {
    const [[stored, linked], lists] = await Promise.all([this.#findInterests(user), this.watchlists.listFor(user.id)]);
    const topics = stored?.topics ?? [];
    const search = suggestionSearch(topics);
    const { pinner } = await this.#findOwnPins(ownSiteOf(stored, linked));
    const [boards, pinners, similar, owners] = await Promise.all([
      this.catalog.search('boards', search),
      this.catalog.search('pinners', search),
      pinner === null ? [] : this.catalog.findSimilar('pinners', pinner),
      topics.length === 0 ? { boards: [], pinners: [] } : this.reads.listOwners(topics),
    ]);
    const watched = new Set(lists.flatMap(({ items }) => items.map(({ entity, entity_id }) => watchedKey(entity, entity_id))));
    const isNew =
      (entity: EntityType) =>
      (row: SuggestedRow): boolean =>
        (pinner === null || (row._id !== pinner && row.pinner?._id !== pinner)) && !watched.has(watchedKey(entity, row._id));
    const rivals = similar.filter(isNew('pinner')).slice(0, MAX_RIVALS);
    return {
      boards: await this.#fill('boards', boards.rows.filter(isNew('board')), owners.boards, isNew('board')),
      pinners: await this.#fill('pinners', [...rivals, ...pinners.rows.filter(isNew('pinner'))], owners.pinners, isNew('pinner')),
      rivals: rivals.length,
      are_of_topics: topics.length > 0,
    };
  }

  /** The first of the found rows, each once; if they are too few, with those of more ids. */
  async #fill<V extends Variant>(
    variant: V,
    found: readonly ListRow[V][],
    moreIds: readonly string[],
    isNew: (row: SuggestedRow) => boolean,
  ): Promise<readonly ListRow[V][]> {
    const rows = new Map(found.map((row) => [row._id, row]));
    const missing = moreIds.filter((_id) => !rows.has(_id) && isNew({ _id }));
    if (rows.size < MAX_TODAY_ROWS && missing.length > 0)
      for (const row of await this.catalog.findRows(variant, missing))
        if (!row.is_gone && isNew(row)) rows.set(row._id, withoutExtras(row));
    return [...rows.values()].slice(0, MAX_TODAY_ROWS);
  }

  #findInterests(user: SignedInUser): Promise<[StoredInterests | null, LinkedSites]> {
    return Promise.all([this.interests.find(user.id), this.reads.listLinkedSites(user.id)]);
  }

  async #findOwnPins(site: string | null): Promise<OwnPins> {
    if (site === null) return { pins: 0, saves: null, top: [], pinner: null };
    return this.reads.findOwnPins(hostsOf(site), site.startsWith('@') ? site.slice(1) : null);
  }
}

/** The site that the user gave, else the website of the oldest linked account that has one. */
const ownSiteOf = (stored: StoredInterests | null, { websites }: LinkedSites): string | null =>
  stored?.site ?? websites.flatMap((website) => hostOfWebsite(website) ?? [])[0] ?? null;

function hostOfWebsite(website: string): string | null {
  const parsed = parseSite(website);
  return 'site' in parsed && parsed.site?.startsWith('@') === false ? parsed.site : null;
}

/** A row as in lists. */
function withoutExtras<V extends Variant>({ is_gone: _, sparkline: __, sparkline_text: ___, momentum_score: ____, ...row }: FoundRow<V>) {
  return row as unknown as ListRow[V];
}
