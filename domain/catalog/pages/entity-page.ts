import { type EntitySummary, summaryCounts } from '#domain/catalog/pages/entity-summaries';
import { ownerLabel, titleOf } from '#domain/catalog/title';
import type { EntityType } from '#domain/catalog/variants';
import { compactNumber, percentLabel } from '#domain/numbers';
import { shorten } from '#domain/site/shorten';
import type { PageMetadata } from '#domain/site/page-metadata';
import { entityPath } from '#domain/site/screens';

const MAX_DESCRIPTION_LENGTH = 200;

const pageType = { board: 'website', pinner: 'profile', pin: 'article' } as const satisfies Record<EntityType, PageMetadata['type']>;

const countNouns = {
  follower_count: ['follower', 'followers'],
  collaborator_count: ['collaborator', 'collaborators'],
  pin_count: ['pin', 'pins'],
  profile_views: ['monthly viewer', 'monthly viewers'],
  saves: ['save', 'saves'],
  repin_count: ['repin', 'repins'],
} as const;

/** What kind of entity it is and whose, its counts, and its growth: `Group board by @mira: 1.2K followers, 3 collaborators, +4.0% in 90 days.` */
function figuresSentence(entity: EntityType, summary: EntitySummary): string {
  const kind = { board: (summary.counts.collaborator_count ?? 0) > 0 ? 'Group board' : 'Board', pinner: 'Influencer', pin: 'Pin' }[entity];
  const owner = summary.username === null ? '' : `${entity === 'pinner' ? '' : ' by'} ${ownerLabel(summary.username)}`;
  const figures = summaryCounts[entity].flatMap((column) => {
    const count = summary.counts[column] ?? null;
    if (count === null || (count === 0 && column === 'collaborator_count')) return [];
    return [`${compactNumber(count)} ${countNouns[column][count === 1 ? 0 : 1]}`];
  });
  const growth = summary.growth === null ? [] : [`${percentLabel(summary.growth)} in 90 days`];
  const all = [...figures, ...growth];
  return `${kind}${owner} on Pinterest${all.length === 0 ? '' : `: ${all.join(', ')}`}.`;
}

/** The metadata of an entity's page. Search engines list it only if it was crawled and the source still has it. */
export function entityMetadata(entity: EntityType, summary: EntitySummary): PageMetadata {
  const title = titleOf(entity, { ...summary, pinner_username: summary.username });
  return {
    title,
    heading: title,
    description: shorten(`${figuresSentence(entity, summary)} ${summary.description ?? ''}`, MAX_DESCRIPTION_LENGTH),
    canonicalPath: entityPath(entity, summary._id),
    imageUrl: summary.image_url,
    type: pageType[entity],
    isIndexed: summary.searchable && summary.last_crawled_at !== null,
  };
}
