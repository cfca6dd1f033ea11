import { Controller, Get, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/auth/viewer';
import type { Board } from '#domain/catalog/board';
import type { CatalogTotals } from '#domain/catalog/catalog';
import { catalogSearch, EntityId } from '#domain/catalog/contract';
import type { Pin } from '#domain/catalog/pin';
import type { Pinner } from '#domain/catalog/pinner';
import type { CatalogSearch } from '#domain/catalog/search';
import type { Variant } from '#domain/catalog/variants';
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
  boards(@Asker() viewer: Viewer, @Query(boardSearch) search: CatalogSearch, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.#list(viewer, 'boards', search, request, reply);
  }

  @Get('pinners')
  pinners(@Asker() viewer: Viewer, @Query(pinnerSearch) search: CatalogSearch, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.#list(viewer, 'pinners', search, request, reply);
  }

  @Get('pins')
  pins(@Asker() viewer: Viewer, @Query(pinSearch) search: CatalogSearch, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.#list(viewer, 'pins', search, request, reply);
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

  /** What differs by who asks is stored nowhere on its way; the rest may be kept by his browser, if it asks each time whether it still holds. */
  async #list(viewer: Viewer, variant: Variant, search: CatalogSearch, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { bytes, tag, forEverybody } = await this.lists.page(viewer, variant, search);
    reply.header('cache-control', forEverybody ? 'private, no-cache' : 'private, no-store').header('etag', tag);
    if (isKnown(request.headers['if-none-match'], tag)) await reply.code(304).send();
    else await reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
  }
}

/** Does the asker have this content already? */
const isKnown = (known: string | undefined, tag: string): boolean =>
  known !== undefined && known.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim()));
