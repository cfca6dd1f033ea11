import { setTimeout } from 'node:timers/promises';
import { viewBoard } from '#domain/catalog/endpoints';
import { entityMetadata } from '#domain/catalog/pages/entity-page';
import type { Catalog } from '#domain/catalog/catalog';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { isFilePath, type PageMetadata, screenMetadata, unknownPageMetadata } from '#domain/site/page-metadata';
import { findScreen } from '#domain/site/find-screen';
import type { ScreenName } from '#domain/site/screens';
import type { ClientIp } from '#domain/client-ip';
import { otherLimits } from '#domain/limits';
import type { ClientIpLimits } from '#server/http/limits/memory-rate-limits';

/** How long a page waits for the database; the app asks it again anyway. */
const LOOKUP_TIMEOUT_MS = 100;

/** Further pages do without the database, whose connections are for the API. */
const MAX_PENDING_LOOKUPS = 20;

/** A page of the app: its status and what its head says. */
interface AppPage {
  readonly status: 200 | 404;
  /** Null for a path that the app does not have. */
  readonly screen: ScreenName | null;
  readonly metadata: PageMetadata;
}

const unknownPage = (screen: ScreenName | null): AppPage => ({ status: 404, screen, metadata: unknownPageMetadata });

const isEntity = (name: ScreenName): name is EntityType => (entityTypes as readonly string[]).includes(name);

/** The decoded id in a path; null if it is none that an entity can have. */
function decodeId(param: string | null): string | null {
  try {
    return viewBoard.params.id.safeParse(decodeURIComponent(param ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Finds out what the page at a path is about. Where the database is slow or down, or a client IP asks too often, the page of an entity says
 * only what any page does.
 */
export class PageFinder {
  #pendingLookups = 0;

  constructor(
    private readonly catalog: Pick<Catalog, 'findSummary'>,
    private readonly limits: Pick<ClientIpLimits, 'record'>,
    private readonly timeoutMs = LOOKUP_TIMEOUT_MS,
  ) {}

  /** Returns the page at a path; null for a file, which the app does not have. */
  async find(path: string, clientIp: ClientIp): Promise<AppPage | null> {
    const screen = findScreen(path);
    if (!screen) return isFilePath(path) ? null : unknownPage(null);
    if (isEntity(screen.name)) return this.#findEntityPage(screen.name, decodeId(screen.param), clientIp);
    return { status: 200, screen: screen.name, metadata: screenMetadata(screen.name) };
  }

  async #findEntityPage(entity: EntityType, id: string | null, clientIp: ClientIp): Promise<AppPage> {
    const summary = id === null ? null : await this.#lookUp(entity, id, clientIp);
    if (summary === 'unavailable') return { status: 200, screen: entity, metadata: { ...screenMetadata(entity), canonicalPath: null } };
    return summary === null ? unknownPage(entity) : { status: 200, screen: entity, metadata: entityMetadata(entity, summary) };
  }

  async #lookUp(entity: EntityType, id: string, clientIp: ClientIp): Promise<EntitySummary | null | 'unavailable'> {
    if (this.#pendingLookups >= MAX_PENDING_LOOKUPS) return 'unavailable';
    this.#pendingLookups += 1;
    const lookup = this.limits
      .record(otherLimits.requests, clientIp)
      .then(() => this.catalog.findSummary(entity, id))
      .catch(() => 'unavailable' as const)
      .finally(() => (this.#pendingLookups -= 1));
    return Promise.race([lookup, setTimeout(this.timeoutMs, 'unavailable' as const, { ref: false })]);
  }
}
