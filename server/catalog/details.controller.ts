import type { Viewer } from '#domain/auth/viewer';
import { Controller, Inject } from '@nestjs/common';
import type { Board, Pin, Pinner, Comparison } from '#domain/catalog/detail-contract';
import { compareEntities, viewBoard, viewPin, viewPinner, viewCatalogTotals } from '#domain/catalog/endpoints';
import { NotFound, PremiumRequired } from '#domain/errors';
import { comparisonRefusalSentence } from '#domain/subscriptions/entitlements';
import { ViewCatalogStats } from '#server/catalog/view-catalog-stats';
import { ViewEntity } from '#server/catalog/view-entity';
import { CONFIG, type Config } from '#server/config/config';
import { Handles, type Received } from '#server/http/handles';

/** Adds the referral parameter to a link, keeping its other parameters and fragment. Links other than http(s) are returned unchanged. */
function withReferralTag(link: string | null, parameter: string, value: string): string | null {
  if (link === null || value === '' || !URL.canParse(link)) return link;
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return link;
  url.searchParams.set(parameter, value);
  return url.toString();
}

/** The details of an entity, and the totals of the catalog. */
@Controller()
export class DetailsController {
  constructor(
    private readonly viewEntity: ViewEntity,
    private readonly viewStats: ViewCatalogStats,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Handles(viewBoard)
  board({ viewer, params: { id } }: Received<typeof viewBoard>) {
    return this.viewEntity.board(viewer, id);
  }

  @Handles(viewPinner)
  pinner({ viewer, params: { id } }: Received<typeof viewPinner>) {
    return this.viewEntity.pinner(viewer, id);
  }

  @Handles(viewPin)
  pin({ viewer, params: { id } }: Received<typeof viewPin>) {
    return this.#pin(viewer, id);
  }

  @Handles(compareEntities)
  async compare({ viewer, query: { ids }, params: { variant } }: Received<typeof compareEntities>): Promise<Comparison> {
    const refusal = comparisonRefusalSentence(viewer, ids.length);
    if (refusal) throw new PremiumRequired(refusal);
    const view = (id: string): Promise<Board | Pinner | Pin> => {
      if (variant === 'boards') return this.viewEntity.board(viewer, id);
      return variant === 'pinners' ? this.viewEntity.pinner(viewer, id) : this.#pin(viewer, id);
    };
    const namingIt = (id: string) => (error: unknown) => {
      throw error instanceof NotFound ? new NotFound(`${id}: ${error.message}`) : error;
    };
    return { rows: await Promise.all(ids.map((id) => view(id).catch(namingIt(id)))) };
  }

  @Handles(viewCatalogTotals)
  stats() {
    return this.viewStats.stats();
  }

  async #pin(viewer: Viewer, id: string): Promise<Pin> {
    const pin = await this.viewEntity.pin(viewer, id);
    const { REFERRAL_PARAM, REFERRAL_VALUE } = this.config;
    return {
      ...pin,
      url: withReferralTag(pin.url, REFERRAL_PARAM, REFERRAL_VALUE),
      link: withReferralTag(pin.link, REFERRAL_PARAM, REFERRAL_VALUE),
    };
  }
}
