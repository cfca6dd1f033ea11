import { Controller, Param, type PipeTransform, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ViewerContext } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { listBoards, listPinners, listPins, viewFilterChoices, viewHistogram } from '#domain/catalog/endpoints';
import type { FilterName } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { ViewFilterCounts } from '#server/catalog/view-filter-counts';
import { CurrentIdentity } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { sendCached } from '#server/http/send-cached';

/** The queries that are remembered have this many characters together. */
const MAX_REMEMBERED_CHARACTERS = 1_000_000;

/** Parses the query of a list. Remembers what frequent ones mean, because their schema asks for each of some 40 parameters. */
class ParseSearch implements PipeTransform<unknown, CatalogSearch> {
  readonly #searches: LRUCache<string, CatalogSearch>;

  constructor({ query }: typeof listBoards | typeof listPinners | typeof listPins) {
    const schema = new Parse(query);
    this.#searches = new LRUCache({
      maxSize: MAX_REMEMBERED_CHARACTERS,
      sizeCalculation: (_, text) => text.length,
      memoMethod: (_text, _remembered, { context }) => schema.transform(context),
    });
  }

  transform(query: unknown): CatalogSearch {
    return this.#searches.memo(JSON.stringify(query), { context: query });
  }
}

/** The three lists, and counts of the rows that each filter would leave in one. */
@Controller()
export class ListsController {
  constructor(
    private readonly searchCatalog: SearchCatalog,
    private readonly viewCounts: ViewFilterCounts,
  ) {}

  @Handles(listBoards)
  boards(@CurrentIdentity() context: ViewerContext, @Query(new ParseSearch(listBoards)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(context, 'boards', search, reply);
  }

  @Handles(listPinners)
  pinners(
    @CurrentIdentity() context: ViewerContext,
    @Query(new ParseSearch(listPinners)) search: CatalogSearch,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendPage(context, 'pinners', search, reply);
  }

  @Handles(listPins)
  pins(@CurrentIdentity() context: ViewerContext, @Query(new ParseSearch(listPins)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(context, 'pins', search, reply);
  }

  @Handles(viewHistogram)
  async histogram(
    @Param('variant', new Parse(viewHistogram.params.variant, 'variant')) variant: Variant,
    @Param('filter', new Parse(viewHistogram.params.filter, 'filter')) filter: FilterName,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendCached(reply, { ...(await this.viewCounts.histogram(variant, filter)), isPublic: true });
  }

  @Handles(viewFilterChoices)
  async filterChoices(
    @Param('variant', new Parse(viewFilterChoices.params.variant, 'variant')) variant: Variant,
    @Param('filter', new Parse(viewFilterChoices.params.filter, 'filter')) filter: FilterName,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendCached(reply, { ...(await this.viewCounts.choices(variant, filter)), isPublic: true });
  }

  async #sendPage(context: ViewerContext, variant: Variant, search: CatalogSearch, reply: FastifyReply): Promise<void> {
    const page = await this.searchCatalog.findPage(context, variant, search);
    if (page.freeSearchesLeft !== null) reply.header(FREE_SEARCHES_LEFT_HEADER, String(page.freeSearchesLeft));
    await sendCached(reply, page);
  }
}
