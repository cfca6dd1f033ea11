import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { ViewerContext } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { listBoards, listPinners, listPins, viewFilterChoices, viewHistogram } from '#domain/catalog/endpoints';
import type { Variant } from '#domain/catalog/variants';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { ViewFilterCounts } from '#server/catalog/view-filter-counts';
import { Handles, type Received } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { sendCached } from '#server/http/send-cached';

/** The queries that are remembered have this many characters together. */
const MAX_REMEMBERED_CHARACTERS = 1_000_000;

/** Parses the query of a list. Remembers what frequent ones mean, because their schema asks for each of some 40 parameters. */
class ParseSearch {
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

const searches = { boards: new ParseSearch(listBoards), pinners: new ParseSearch(listPinners), pins: new ParseSearch(listPins) } as const;

/** The three lists, and counts of the rows that each filter would leave in one. */
@Controller()
export class ListsController {
  constructor(
    private readonly searchCatalog: SearchCatalog,
    private readonly viewCounts: ViewFilterCounts,
  ) {}

  @Handles(listBoards)
  boards({ identity, request }: Received<typeof listBoards>, @Res() reply: FastifyReply) {
    return this.#sendPage(identity, 'boards', request.query, reply);
  }

  @Handles(listPinners)
  pinners({ identity, request }: Received<typeof listPinners>, @Res() reply: FastifyReply) {
    return this.#sendPage(identity, 'pinners', request.query, reply);
  }

  @Handles(listPins)
  pins({ identity, request }: Received<typeof listPins>, @Res() reply: FastifyReply) {
    return this.#sendPage(identity, 'pins', request.query, reply);
  }

  @Handles(viewHistogram)
  async histogram({ params: { variant, filter } }: Received<typeof viewHistogram>, @Res() reply: FastifyReply) {
    await sendCached(reply, { ...(await this.viewCounts.histogram(variant, filter)), isPublic: true });
  }

  @Handles(viewFilterChoices)
  async filterChoices({ params: { variant, filter } }: Received<typeof viewFilterChoices>, @Res() reply: FastifyReply) {
    await sendCached(reply, { ...(await this.viewCounts.choices(variant, filter)), isPublic: true });
  }

  async #sendPage(context: ViewerContext, variant: Variant, query: unknown, reply: FastifyReply): Promise<void> {
    const page = await this.searchCatalog.findPage(context, variant, searches[variant].transform(query));
    if (page.freeSearchesLeft !== null) reply.header(FREE_SEARCHES_LEFT_HEADER, String(page.freeSearchesLeft));
    await sendCached(reply, page);
  }
}
