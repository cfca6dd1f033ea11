import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ViewerContext } from '#domain/auth/user';
import type { CatalogSearch } from '#domain/catalog/contract';
import { listBoards, listPinners, listPins } from '#domain/catalog/endpoints';
import type { Variant } from '#domain/catalog/variants';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { CurrentIdentity } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { sendCached } from '#server/http/send-cached';

/** The three lists. */
@Controller('api')
export class ListsController {
  constructor(private readonly searchCatalog: SearchCatalog) {}

  @Get('boards')
  boards(@CurrentIdentity() context: ViewerContext, @Query(new Parse(listBoards.query)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(context, 'boards', search, reply);
  }

  @Get('pinners')
  pinners(
    @CurrentIdentity() context: ViewerContext,
    @Query(new Parse(listPinners.query)) search: CatalogSearch,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendPage(context, 'pinners', search, reply);
  }

  @Get('pins')
  pins(@CurrentIdentity() context: ViewerContext, @Query(new Parse(listPins.query)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(context, 'pins', search, reply);
  }

  async #sendPage(context: ViewerContext, variant: Variant, search: CatalogSearch, reply: FastifyReply): Promise<void> {
    const page = await this.searchCatalog.findPage(context, variant, search);
    if (page.freeSearchesLeft !== null) reply.header(FREE_SEARCHES_LEFT_HEADER, String(page.freeSearchesLeft));
    await sendCached(reply, page);
  }
}
