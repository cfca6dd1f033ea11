import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import type { Board, BoardPage } from '#domain/catalog/board';
import type { CatalogTotals } from '#domain/catalog/catalog';
import { catalogSearch, EntityId } from '#domain/catalog/contract';
import type { Pin, PinPage } from '#domain/catalog/pin';
import type { Pinner, PinnerPage } from '#domain/catalog/pinner';
import type { CatalogSearch } from '#domain/catalog/search';
import { withReferral } from '#server/catalog/referral';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { ViewEntity } from '#server/catalog/view-entity';
import { CONFIG, type Config } from '#server/config/config';
import { Asker } from '#server/http/asker.decorator';
import { Parse } from '#server/http/parse';

const id = new Parse(EntityId, 'id');
const boardSearch = new Parse(catalogSearch('boards'));
const pinnerSearch = new Parse(catalogSearch('pinners'));
const pinSearch = new Parse(catalogSearch('pins'));

/** The three lists, the three details, and how much there is. */
@Controller('api')
export class CatalogController {
  constructor(
    private readonly lists: SearchCatalog,
    private readonly entities: ViewEntity,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('boards')
  @Header('cache-control', 'no-store')
  async boards(@Asker() viewer: Viewer, @Query(boardSearch) search: CatalogSearch): Promise<BoardPage> {
    const { rows, ...rest } = await this.lists.page(viewer, 'boards', search);
    return { boards: rows, page: search.page, ...rest };
  }

  @Get('pinners')
  @Header('cache-control', 'no-store')
  async pinners(@Asker() viewer: Viewer, @Query(pinnerSearch) search: CatalogSearch): Promise<PinnerPage> {
    const { rows, ...rest } = await this.lists.page(viewer, 'pinners', search);
    return { pinners: rows, page: search.page, ...rest };
  }

  @Get('pins')
  @Header('cache-control', 'no-store')
  async pins(@Asker() viewer: Viewer, @Query(pinSearch) search: CatalogSearch): Promise<PinPage> {
    const { rows, ...rest } = await this.lists.page(viewer, 'pins', search);
    return { pins: rows, page: search.page, ...rest };
  }

  @Get('boards/:id')
  @Header('cache-control', 'no-store')
  board(@Asker() viewer: Viewer, @Param('id', id) boardId: string): Promise<Board> {
    return this.entities.board(viewer, boardId);
  }

  @Get('pinners/:id')
  @Header('cache-control', 'no-store')
  pinner(@Asker() viewer: Viewer, @Param('id', id) pinnerId: string): Promise<Pinner> {
    return this.entities.pinner(viewer, pinnerId);
  }

  @Get('pins/:id')
  @Header('cache-control', 'no-store')
  async pin(@Asker() viewer: Viewer, @Param('id', id) pinId: string): Promise<Pin> {
    const pin = await this.entities.pin(viewer, pinId);
    const { REFERRAL_PARAM, REFERRAL_VALUE } = this.config;
    return {
      ...pin,
      url: withReferral(pin.url, REFERRAL_PARAM, REFERRAL_VALUE),
      link: withReferral(pin.link, REFERRAL_PARAM, REFERRAL_VALUE),
    };
  }

  @Get('stats')
  @Header('cache-control', 'no-store')
  stats(): Promise<CatalogTotals> {
    return this.entities.totals();
  }
}
