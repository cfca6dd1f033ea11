import { ipv4ClientIp } from '#domain/client-ip';
import type { Catalog } from '#domain/catalog/catalog';
import type { EntitySummary } from '#domain/catalog/pages/entity-summaries';
import { TooManyRequests, Unavailable } from '#domain/errors';
import { PageFinder } from '#server/pages/page-finder';

const garden: EntitySummary = {
  _id: 'a/b',
  name: 'Garden',
  username: null,
  description: null,
  image_url: null,
  searchable: true,
  last_crawled_at: new Date(0),
  counts: {},
  growth: null,
};

type Summaries = Pick<Catalog, 'findSummary'>;

/** Only the board `a/b` exists. */
class FakeSummaries implements Summaries {
  readonly asked: string[] = [];
  findSummary(entity: string, id: string): Promise<EntitySummary | null> {
    this.asked.push(`${entity} ${id}`);
    return Promise.resolve(entity === 'board' && id === 'a/b' ? garden : null);
  }
}

const clientIp = ipv4ClientIp('192.0.2.1');
const unlimited = { record: () => Promise.resolve() };
const find = (path: string, summaries: Summaries = new FakeSummaries()) => new PageFinder(summaries, unlimited).find(path, clientIp);

describe('the page at a path', () => {
  it('is that of its screen', async () => {
    expect(await find('/premium')).toMatchObject({ status: 200, metadata: { title: 'Premium', isIndexed: true } });
  });

  it('is that of its entity, whose id is decoded', async () => {
    expect(await find('/board/a%2Fb/')).toMatchObject({ status: 200, metadata: { title: 'Garden', canonicalPath: '/board/a%2Fb/' } });
  });

  it.each(['/board/gone/', '/pin/a%2Fb/', '/nothing-here', '/board/%E0%A4%A/', `/board/${'x'.repeat(400)}/`])(
    'does not exist at %s',
    async (path) => {
      expect(await find(path)).toMatchObject({ status: 404, metadata: { title: 'Page not found', isIndexed: false, canonicalPath: null } });
    },
  );

  it('asks for no entity with an id that none can have', async () => {
    const summaries = new FakeSummaries();
    for (const path of ['/board/%00/', '/board/%E0%A4%A/', `/board/${'x'.repeat(400)}/`]) await find(path, summaries);
    expect(summaries.asked).toEqual([]);
  });
});

const plainPage = { status: 200, metadata: { title: null, canonicalPath: null } };

describe('the page of an entity says what every page does', () => {
  it('when the database does not answer in time', async () => {
    const finder = new PageFinder({ findSummary: () => new Promise(() => undefined) }, unlimited, 1);
    expect(await finder.find('/board/a%2Fb/', clientIp)).toMatchObject(plainPage);
  });

  it('when the database is down', async () => {
    expect(await find('/board/a%2Fb/', { findSummary: () => Promise.reject(new Unavailable('down')) })).toMatchObject(plainPage);
  });

  it('when a client IP asks too often, without asking the database', async () => {
    const summaries = new FakeSummaries();
    const finder = new PageFinder(summaries, { record: () => Promise.reject(new TooManyRequests(1)) });
    expect(await finder.find('/board/a%2Fb/', clientIp)).toMatchObject(plainPage);
    expect(summaries.asked).toEqual([]);
  });

  it('when twenty others wait for the database, until one is answered', async () => {
    const answers: ((summary: EntitySummary) => void)[] = [];
    const finder = new PageFinder({ findSummary: () => new Promise((resolve) => answers.push(resolve)) }, unlimited, 60_000);
    const pending = Array.from({ length: 20 }, () => finder.find('/board/a%2Fb/', clientIp));
    expect(await finder.find('/board/a%2Fb/', clientIp)).toMatchObject(plainPage);
    expect(answers).toHaveLength(20);
    for (const answer of answers.splice(0)) answer(garden);
    expect((await Promise.all(pending)).every((page) => page?.metadata.title === 'Garden')).toBe(true);
    const next = finder.find('/board/a%2Fb/', clientIp);
    await Promise.resolve();
    answers[0]?.(garden);
    expect(await next).toMatchObject({ metadata: { title: 'Garden' } });
  });
});
