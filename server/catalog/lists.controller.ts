import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Viewer } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { listBoards, listPinners, listPins } from '#domain/catalog/endpoints';
import type { Variant } from '#domain/catalog/variants';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { CurrentViewer } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { sendCached } from '#server/http/send-cached';

/** The three lists. */
@Controller('api')
export class ListsController {
  constructor(private readonly searchCatalog: SearchCatalog) {}

  @Get('boards')
  boards(@CurrentViewer() viewer: Viewer, @Query(new Parse(listBoards.query)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(viewer, 'boards', search, reply);
  }

  @Get('pinners')
  pinners(@CurrentViewer() viewer: Viewer, @Query(new Parse(listPinners.query)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(viewer, 'pinners', search, reply);
  }

  @Get('pins')
  pins(@CurrentViewer() viewer: Viewer, @Query(new Parse(listPins.query)) search: CatalogSearch, @Res() reply: FastifyReply) {
    return this.#sendPage(viewer, 'pins', search, reply);
  }

  async #sendPage(viewer: Viewer, variant: Variant, search: CatalogSearch, reply: FastifyReply): Promise<void> {
    await sendCached(reply, await this.searchCatalog.findPage(viewer, variant, search));
  }
}
