import type { ColumnName } from '#domain/catalog/columns';
import type { TitleSource } from '#domain/catalog/title';
import type { EntityType } from '#domain/catalog/variants';

/** The counts that a preview of an entity names. */
export const summaryCounts = {
  board: ['follower_count', 'collaborator_count', 'pin_count'],
  pinner: ['follower_count', 'profile_views'],
  pin: ['saves', 'repin_count'],
} as const satisfies { readonly [E in EntityType]: readonly ColumnName<E>[] };

/** The growth that a preview of an entity names. */
export const summaryGrowth = {
  board: 'follower_growth_last_90_days',
  pinner: 'follower_growth_last_90_days',
  pin: 'saves_growth_last_90_days',
} as const satisfies { readonly [E in EntityType]: ColumnName<E> };

type SummaryCount = (typeof summaryCounts)[EntityType][number];

/** The few fields of an entity that the head of its page needs. */
export interface EntitySummary extends Pick<TitleSource, 'name' | 'link' | 'domain' | 'board_name' | 'owner_name'> {
  readonly _id: string;
  /** The user name of an influencer, or of the owner of a board or a pin. */
  readonly username: string | null;
  /** The first part of the description, enough for a title. */
  readonly description: string | null;
  readonly image_url: string | null;
  readonly searchable: boolean;
  readonly last_crawled_at: Date | null;
  readonly counts: Readonly<Partial<Record<SummaryCount, number | null>>>;
  readonly growth: number | null;
}
