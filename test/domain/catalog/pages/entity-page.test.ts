import { entityMetadata } from '#domain/catalog/pages/entity-page';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import type { EntityType } from '#domain/catalog/variants';
import { pinterestUrl } from '#domain/catalog/pages/pinterest-url';

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

describe('the title of the page of an entity', () => {
  it.each<[EntityType, Partial<EntitySummary>, string]>([
    ['board', {}, 'Garden ideas'],
    ['pinner', { name: null }, 'mira'],
    ['board', { name: null }, 'Board by @mira'],
    ['pin', { name: null, domain: 'garden.example' }, 'Pin to garden.example'],
    ['pin', { name: null, description: 'Soup for  cold\ndays' }, 'Soup for cold'],
  ])('of a %s with %j is that of the entity', (entity, fields, title) => {
    expect(entityMetadata(entity, summary(fields)).title).toBe(title);
  });
});

describe('the description of an entity', () => {
  it.each<[EntityType, Partial<EntitySummary>, string]>([
    [
      'board',
      { counts: { follower_count: 12_340, collaborator_count: 3, pin_count: 1 }, growth: 4.25 },
      'Group board by @mira on Pinterest: 12.3K followers, 3 collaborators, 1 pin, +4.3% in 90 days.',
    ],
    ['board', { counts: { follower_count: 0, collaborator_count: 0, pin_count: null } }, 'Board by @mira on Pinterest: 0 followers.'],
    ['board', { username: null }, 'Board on Pinterest.'],
    [
      'pinner',
      { counts: { follower_count: 1, profile_views: 2_000_000 }, growth: -1, description: 'I sew.' },
      'Influencer @mira on Pinterest: 1 follower, 2.0M monthly viewers, -1.0% in 90 days. I sew.',
    ],
    ['pin', { counts: { saves: 5, repin_count: 1 } }, 'Pin by @mira on Pinterest: 5 saves, 1 repin.'],
  ])('names kind, owner, counts, and growth of a %s', (entity, fields, description) => {
    expect(entityMetadata(entity, summary(fields)).description).toBe(description);
  });

  it('is cut anywhere if it has no spaces, but never inside a surrogate pair', () => {
    const { description } = entityMetadata('pin', summary({ description: '😀'.repeat(200) }));
    expect(description.isWellFormed()).toBe(true);
    expect(description).toMatch(/😀…$/u);
  });

  it('ends with a whole word, and white space is one space', () => {
    const { description } = entityMetadata('pin', summary({ description: `A  long\n\nstory, ${'seedling '.repeat(40)}` }));
    expect(description).toMatch(/^Pin by @mira on Pinterest\. A long story, (?:seedling )+seedling…$/);
  });

  it('is whole if it fits exactly', () => {
    const start = 'Pin by @mira on Pinterest. ';
    const fitting = 'x'.repeat(200 - start.length);
    expect(entityMetadata('pin', summary({ description: fitting })).description).toBe(start + fitting);
    expect(entityMetadata('pin', summary({ description: `${fitting}x` })).description).toMatch(/x…$/);
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

describe('the address of an entity on Pinterest', () => {
  it.each<[EntityType, Parameters<typeof pinterestUrl>[1], string | null]>([
    ['pin', { _id: '900000000000000001', url: null }, 'https://www.pinterest.com/pin/900000000000000001/'],
    ['pin', { _id: '1', url: 'https://br.pinterest.com/pin/2/' }, 'https://br.pinterest.com/pin/2/'],
    ['pin', { _id: '1', url: 'https://shop.example/' }, 'https://www.pinterest.com/pin/1/'],
    ['pin', { _id: 'AbCdEfGhIjKl', url: null }, null],
    ['pinner', { _id: '7', url: null, username: 'mira_makes' }, 'https://www.pinterest.com/mira_makes/'],
    ['pinner', { _id: '~mira_makes', url: null, username: null }, 'https://www.pinterest.com/mira_makes/'],
    ['pinner', { _id: '7', url: null, username: 'not a name' }, null],
    ['pinner', { _id: '314159265358979', url: null, username: null }, null],
    ['board', { _id: '~mira~small gardens', url: null }, 'https://www.pinterest.com/mira/small%20gardens/'],
    ['board', { _id: '510000000000000001', url: null }, null],
  ])('of a %s with %j is %s', (entity, source, url) => expect(pinterestUrl(entity, source)).toBe(url));

  it.each([
    ['https://pinterest.co.uk/pin/1/', true],
    ['https://www.pinterest.de/pin/1/', true],
    ['http://pin.it/abc', true],
    ['https://pinterest.example.com/pin/1/', false],
    ['https://notpinterest.com/pin/1/', false],
    ['https://www.pinterest.com.evil.test/pin/1/', false],
    ['https://www.pinterest.com:8080/pin/1/', false],
    ['https://www.pinterest.com%5C@evil.test/', false],
    ['javascript:alert(1)//www.pinterest.com/', false],
  ])('is the stored one, %s: %s', (url, isStored) => expect(pinterestUrl('pin', { _id: 'opaque', url })).toBe(isStored ? url : null));
});
