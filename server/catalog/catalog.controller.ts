import { Controller, Get, Header, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/auth/viewer';
import type { Board, CatalogTotals, Pin, Pinner } from '#domain/catalog/detail-contract';
import { catalogSearch, type CatalogSearch, EntityId } from '#domain/catalog/contract';
import type { Variant } from '#domain/catalog/variants';
import { withReferralTag } from '#server/catalog/referral-link';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { ViewEntity } from '#server/catalog/view-entity';
import { CONFIG, type Config } from '#server/config/config';
import { CurrentViewer } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const entityIdPipe = new Parse(EntityId, 'id');
const boardSearchPipe = new Parse(catalogSearch('boards'));
const pinnerSearchPipe = new Parse(catalogSearch('pinners'));
const pinSearchPipe = new Parse(catalogSearch('pins'));

/** The three lists, the three details, and how much there is. */
@Controller('api')
export class CatalogController {
  constructor(
    private readonly searchCatalog: SearchCatalog,
    private readonly viewEntity: ViewEntity,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('boards')
  boards(
    @CurrentViewer() viewer: Viewer,
    @Query(boardSearchPipe) search: CatalogSearch,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendList(viewer, 'boards', search, request, reply);
  }

  @Get('pinners')
  pinners(
    @CurrentViewer() viewer: Viewer,
    @Query(pinnerSearchPipe) search: CatalogSearch,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendList(viewer, 'pinners', search, request, reply);
  }

  @Get('pins')
  pins(
    @CurrentViewer() viewer: Viewer,
    @Query(pinSearchPipe) search: CatalogSearch,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendList(viewer, 'pins', search, request, reply);
  }

  @Get('boards/:id')
  @Header('cache-control', 'no-store')
  board(@CurrentViewer() viewer: Viewer, @Param('id', entityIdPipe) boardId: string): Promise<Board> {
    return this.viewEntity.board(viewer, boardId);
  }

  @Get('pinners/:id')
  @Header('cache-control', 'no-store')
  pinner(@CurrentViewer() viewer: Viewer, @Param('id', entityIdPipe) pinnerId: string): Promise<Pinner> {
    return this.viewEntity.pinner(viewer, pinnerId);
  }

  @Get('pins/:id')
  @Header('cache-control', 'no-store')
  async pin(@CurrentViewer() viewer: Viewer, @Param('id', entityIdPipe) pinId: string): Promise<Pin> {
    const pin = await this.viewEntity.pin(viewer, pinId);
    const { REFERRAL_PARAM, REFERRAL_VALUE } = this.config;
    return {
      ...pin,
      url: withReferralTag(pin.url, REFERRAL_PARAM, REFERRAL_VALUE),
      link: withReferralTag(pin.link, REFERRAL_PARAM, REFERRAL_VALUE),
    };
  }

  @Get('stats')
  @Header('cache-control', 'no-store')
  stats(): Promise<CatalogTotals> {
    return this.viewEntity.catalogTotals();
  }

  /** What differs by who asks is stored nowhere on its way; the rest may be kept by his browser, if it asks each time whether it still holds. */
  async #sendList(viewer: Viewer, variant: Variant, search: CatalogSearch, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { bytes, etag, isPublic } = await this.searchCatalog.findPage(viewer, variant, search);
    reply.header('cache-control', isPublic ? 'private, no-cache' : 'private, no-store').header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) await reply.code(304).send();
    else await reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
  }
}

/** Does the asker have this content already? */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((candidate) => [etag, `W/${etag}`, '*'].includes(candidate.trim()));
