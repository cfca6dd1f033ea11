import { Controller, Inject, Param, Query } from '@nestjs/common';
import type { Viewer } from '#domain/auth/viewer';
import type { Board, CatalogStats, Comparison, Pin, Pinner } from '#domain/catalog/detail-contract';
import { compareEntities, viewBoard, viewPin, viewPinner, viewCatalogTotals } from '#domain/catalog/endpoints';
import type { Variant } from '#domain/catalog/variants';
import { NotFound, PremiumRequired } from '#domain/errors';
import { comparisonRefusalSentence } from '#domain/subscriptions/entitlements';
import { ViewCatalogStats } from '#server/catalog/view-catalog-stats';
import { ViewEntity } from '#server/catalog/view-entity';
import { CONFIG, type Config } from '#server/config/config';
import { CurrentViewer } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** Adds the referral parameter to a link, keeping its other parameters and fragment. Links other than http(s) are returned unchanged. */
function withReferralTag(link: string | null, parameter: string, value: string): string | null {
  if (link === null || value === '' || !URL.canParse(link)) return link;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return link;
  url.searchParams.set(parameter, value);
  return url.toString();
}

const entityIdPipe = new Parse(viewBoard.params.id, 'id');

/** The details of an entity, and the totals of the catalog. */
@Controller()
export class DetailsController {
  constructor(
    private readonly viewEntity: ViewEntity,
    private readonly viewStats: ViewCatalogStats,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(viewBoard)
  board(@CurrentViewer() viewer: Viewer, @Param('id', entityIdPipe) boardId: string): Promise<Board> {
    return this.viewEntity.board(viewer, boardId);
  }

  @Handles(viewPinner)
  pinner(@CurrentViewer() viewer: Viewer, @Param('id', entityIdPipe) pinnerId: string): Promise<Pinner> {
    return this.viewEntity.pinner(viewer, pinnerId);
  }

  @Handles(viewPin)
  async pin(@CurrentViewer() viewer: Viewer, @Param('id', entityIdPipe) pinId: string): Promise<Pin> {
    const pin = await this.viewEntity.pin(viewer, pinId);
    const { REFERRAL_PARAM, REFERRAL_VALUE } = this.config;
    return {
      ...pin,
      url: withReferralTag(pin.url, REFERRAL_PARAM, REFERRAL_VALUE),
      link: withReferralTag(pin.link, REFERRAL_PARAM, REFERRAL_VALUE),
    };
  }

  @Handles(compareEntities)
  async compare(
    @CurrentViewer() viewer: Viewer,
    @Param('variant', new Parse(compareEntities.params.variant, 'variant')) variant: Variant,
    @Query(new Parse(compareEntities.query)) { ids }: { readonly ids: readonly string[] },
  ): Promise<Comparison> {
    const refusal = comparisonRefusalSentence(viewer, ids.length);
    if (refusal) throw new PremiumRequired(refusal);
    const view = (id: string): Promise<Board | Pinner | Pin> => {
      if (variant === 'boards') return this.board(viewer, id);
      return variant === 'pinners' ? this.pinner(viewer, id) : this.pin(viewer, id);
    };
    const namingIt = (id: string) => (error: unknown) => {
      throw error instanceof NotFound ? new NotFound(`${id}: ${error.message}`) : error;
    };
    return { rows: await Promise.all(ids.map((id) => view(id).catch(namingIt(id)))) };
  }

  @Handles(viewCatalogTotals)
  stats(): Promise<CatalogStats> {
    return this.viewStats.stats();
  }
}
