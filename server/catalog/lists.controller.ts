import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Viewer } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { listBoards, listPinners, listPins, viewHistogram } from '#domain/catalog/endpoints';
import type { FilterName } from '#domain/catalog/filters/filters';
import type { Variant } from '#domain/catalog/variants';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { ViewHistogram } from '#server/catalog/view-histogram';
import { CurrentViewer } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';
import { sendCached } from '#server/http/send-cached';

/** The three lists, and histograms of their filters. */
@Controller('api')
export class ListsController {
  constructor(
    private readonly searchCatalog: SearchCatalog,
    private readonly viewHistogram: ViewHistogram,
  ) {}

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

  @Get('histograms/:variant/:filter')
  async histogram(
    @Param('variant', new Parse(viewHistogram.params.variant, 'variant')) variant: Variant,
    @Param('filter', new Parse(viewHistogram.params.filter, 'filter')) filter: FilterName,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendCached(reply, { ...(await this.viewHistogram.histogram(variant, filter)), isPublic: true });
  }

  async #sendPage(viewer: Viewer, variant: Variant, search: CatalogSearch, reply: FastifyReply): Promise<void> {
    await sendCached(reply, await this.searchCatalog.findPage(viewer, variant, search));
  }
}
