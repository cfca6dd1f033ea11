import { gunzipSync } from 'node:zlib';
import type { Catalog, KeyedEntity } from '#domain/catalog/catalog';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { Sitemaps } from '#server/pages/sitemaps';

const crawledAt = new Date('2026-11-22T10:00:00Z');

/** Entities in memory, by type. */
class FakeCrawledEntities implements Pick<Catalog, 'findChunkStarts' | 'listAfter'> {
  readings = 0;
  constructor(readonly entities: Partial<Record<EntityType, readonly KeyedEntity[]>>) {}
  #sorted(entity: EntityType): KeyedEntity[] {
    return [...(this.entities[entity] ?? [])].toSorted((a, b) => (a._id < b._id ? -1 : 1));
  }
  findChunkStarts(entity: EntityType, chunkSize: number): Promise<readonly string[]> {
    const ids = this.#sorted(entity).map(({ _id }) => _id);
    return Promise.resolve(ids.flatMap((_, index) => (index % chunkSize === 0 ? [ids[index - 1] ?? ''] : [])));
  }
  listAfter(entity: EntityType, id: string, limit: number): Promise<readonly KeyedEntity[]> {
    this.readings += 1;
    return Promise.resolve(this.#sorted(entity).filter(({ _id }) => _id > id).slice(0, limit)); // prettier-ignore
  }
}

const origin = 'https://pins.example.com';
const urlsIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.replace(origin, ''));
const read = async (sitemaps: Sitemaps, name: string) => {
  const file = await sitemaps.find(name);
  return file && gunzipSync(file).toString();
};
const boards = ['a', 'b/1', "c'&", 'd', 'e'].map((_id) => ({ _id, crawled_at: crawledAt }));

describe('the sitemaps', () => {
  it('list the screens, then every crawled entity in files of a limited size', async () => {
    const sitemaps = new Sitemaps(new FakeCrawledEntities({ board: boards }), { origin, urlsPerFile: 2 });
    const files = urlsIn((await read(sitemaps, 'sitemap.xml')) ?? '');
    expect(files).toEqual(['/sitemap-screens.xml', '/sitemap-board-1.xml', '/sitemap-board-2.xml', '/sitemap-board-3.xml']);
    expect(urlsIn((await read(sitemaps, 'sitemap-screens.xml')) ?? '')).toContain('/boards');
    const pages = await Promise.all(files.slice(1).map(async (file) => urlsIn((await read(sitemaps, file.slice(1))) ?? '')));
    expect(pages).toEqual([['/board/a/', '/board/b%2F1/'], ["/board/c'%26/", '/board/d/'], ['/board/e/']]);
  });

  it('say when an entity was last crawled, and leave out those that never were or are gone', async () => {
    const entities = new FakeCrawledEntities({ pin: [{ _id: '1', crawled_at: null }, { _id: '2', crawled_at: crawledAt }] }); // prettier-ignore
    const xml = await read(new Sitemaps(entities, { origin }), 'sitemap-pin-1.xml');
    expect(xml).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n` +
        `<url><loc>${origin}/pin/2/</loc><lastmod>2026-11-22</lastmod></url>\n</urlset>\n`,
    );
  });

  it.each(['sitemap-board-0.xml', 'sitemap-board-2.xml', 'sitemap-users-1.xml', 'sitemap-.xml', 'x'])('have no file %s', async (name) => {
    expect(await read(new Sitemaps(new FakeCrawledEntities({ board: boards }), { origin }), name)).toBeUndefined();
  });

  it('are read once for all who ask within an hour', async () => {
    const entities = new FakeCrawledEntities({ board: boards });
    const sitemaps = new Sitemaps(entities, { origin });
    await Promise.all(Array.from({ length: 5 }, () => sitemaps.find('sitemap-board-1.xml')));
    const { readings } = entities;
    await sitemaps.find('sitemap-board-1.xml');
    expect(entities.readings).toBe(readings);
    expect(readings).toBeLessThan(5);
  });

  it('are empty for an empty catalog', async () => {
    const sitemaps = new Sitemaps(new FakeCrawledEntities({}), { origin });
    expect(urlsIn((await read(sitemaps, 'sitemap.xml')) ?? '')).toEqual(['/sitemap-screens.xml']);
    for (const entity of entityTypes) expect(await read(sitemaps, `sitemap-${entity}-1.xml`)).toBeUndefined();
  });
});
