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

const clientIp = ipv4ClientIp('192.0.2.1');
const unlimited = { record: () => Promise.resolve() };
const plainPage = { status: 200, metadata: { title: null, canonicalPath: null } };

describe('the page of an entity says what every page does', () => {
  it('when the database does not answer in time', async () => {
    const finder = new PageFinder({ findSummary: () => new Promise(() => undefined) }, unlimited, 1);
    expect(await finder.find('/board/a%2Fb/', clientIp)).toMatchObject(plainPage);
  });

  it('when the database is down', async () => {
    const down: Summaries = { findSummary: () => Promise.reject(new Unavailable('down')) };
    expect(await new PageFinder(down, unlimited).find('/board/a%2Fb/', clientIp)).toMatchObject(plainPage);
  });

  it('when a client IP asks too often, without asking the database', async () => {
    let lookups = 0;
    const finder = new PageFinder(
      { findSummary: async () => (lookups++, garden) },
      { record: () => Promise.reject(new TooManyRequests(1)) },
    );
    expect(await finder.find('/board/a%2Fb/', clientIp)).toMatchObject(plainPage);
    expect(lookups).toBe(0);
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
