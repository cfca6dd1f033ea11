import { entityMetadata, summaryTitle } from '#domain/catalog/pages/entity-page';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import type { EntityType } from '#domain/catalog/variants';

const summary = (fields: Partial<EntitySummary> = {}): EntitySummary => ({
  _id: '7',
  name: 'Garden ideas',
  username: 'mira',
  description: null,
  image_url: null,
  searchable: true,
  last_crawled_at: new Date(0),
  counts: {},
  growth: null,
  ...fields,
});

describe('the title of an entity', () => {
  it.each<[EntityType, Partial<EntitySummary>, string]>([
    ['board', {}, 'Garden ideas'],
    ['pinner', { name: null }, 'mira'],
    ['pin', { name: null, description: 'Soup for  cold\ndays' }, 'Soup for cold days'],
    ['pin', { name: null }, 'Untitled pin'],
    ['pin', { name: null, description: ' \n ' }, 'Untitled pin'],
    ['board', { name: null }, 'Untitled board'],
    ['pinner', { name: null, username: null }, 'Influencer'],
  ])('of a %s with %j is %s', (entity, fields, title) => {
    expect(summaryTitle(entity, summary(fields))).toBe(title);
  });

  it('is cut after the last word that fits in 80 characters', () => {
    const title = summaryTitle('pin', summary({ name: 'word '.repeat(40) }));
    expect(title).toBe(`${'word '.repeat(16).trim()}…`);
  });

  it('is cut anywhere if it has no spaces, but never inside a surrogate pair', () => {
    const title = summaryTitle('pin', summary({ name: `a${'😀'.repeat(80)}` }));
    expect(title).toBe(`a${'😀'.repeat(39)}…`);
    expect(title.isWellFormed()).toBe(true);
  });
});

describe('the description of an entity', () => {
  it.each<[EntityType, Partial<EntitySummary>, string]>([
    [
      'board',
      { counts: { follower_count: 12_340, collaborator_count: 3, pin_count: 1 }, growth: 4.25 },
      'Group board by @mira on Pinterest: 12.3K followers, 3 collaborators, 1 pin, +4.3 % in 90 days.',
    ],
    ['board', { counts: { follower_count: 0, collaborator_count: 0, pin_count: null } }, 'Board by @mira on Pinterest: 0 followers.'],
    ['board', { username: null }, 'Board on Pinterest.'],
    [
      'pinner',
      { counts: { follower_count: 1, profile_views: 2_000_000 }, growth: -1, description: 'I sew.' },
      'Influencer @mira on Pinterest: 1 follower, 2.0M monthly viewers, -1.0 % in 90 days. I sew.',
    ],
    ['pin', { counts: { saves: 5, repin_count: 1 } }, 'Pin by @mira on Pinterest: 5 saves, 1 repin.'],
  ])('names kind, owner, counts, and growth of a %s', (entity, fields, description) => {
    expect(entityMetadata(entity, summary(fields)).description).toBe(description);
  });

  it('is at most 200 characters long', () => {
    const { description } = entityMetadata('pin', summary({ description: 'A long story. '.repeat(40) }));
    expect(description.length).toBeLessThanOrEqual(201);
    expect(description).toMatch(/^Pin by @mira on Pinterest\. A long story\..*…$/);
  });
});

describe('the page of an entity', () => {
  it('has one address, whatever the id', () => {
    expect(entityMetadata('board', summary({ _id: 'a/b 50%' })).canonicalPath).toBe('/board/a%2Fb%2050%25/');
  });

  it('is listed by search engines only if it was crawled and still exists', () => {
    expect(entityMetadata('board', summary()).isIndexed).toBe(true);
    expect(entityMetadata('board', summary({ searchable: false })).isIndexed).toBe(false);
    expect(entityMetadata('board', summary({ last_crawled_at: null })).isIndexed).toBe(false);
  });
});
