import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '#domain/auth/viewer';
import type { CatalogSearch } from '#domain/catalog/contract';
import { listBoards, listPinners, listPins } from '#domain/catalog/endpoints';
import type { Variant } from '#domain/catalog/variants';
import { SearchCatalog } from '#server/catalog/search-catalog';
import { CurrentViewer } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The three lists. */
@Controller('api')
export class ListsController {
  constructor(private readonly searchCatalog: SearchCatalog) {}

  @Get('boards')
  boards(
    @CurrentViewer() viewer: Viewer,
    @Query(new Parse(listBoards.query)) search: CatalogSearch,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendPage(viewer, 'boards', search, { request, reply });
  }

  @Get('pinners')
  pinners(
    @CurrentViewer() viewer: Viewer,
    @Query(new Parse(listPinners.query)) search: CatalogSearch,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendPage(viewer, 'pinners', search, { request, reply });
  }

  @Get('pins')
  pins(
    @CurrentViewer() viewer: Viewer,
    @Query(new Parse(listPins.query)) search: CatalogSearch,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.#sendPage(viewer, 'pins', search, { request, reply });
  }

  /** Per-viewer responses are `no-store`; shared ones are cached privately and revalidated by ETag. */
  async #sendPage(viewer: Viewer, variant: Variant, search: CatalogSearch, { request, reply }: Exchange): Promise<void> {
    const { bytes, etag, isPublic } = await this.searchCatalog.findPage(viewer, variant, search);
    reply.header('cache-control', isPublic ? 'private, no-cache' : 'private, no-store').header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) await reply.code(304).send();
    else await reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
  }
}

/** Returns whether the client already has this content. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(',').some((candidate) => [etag, `W/${etag}`, '*'].includes(candidate.trim()));
