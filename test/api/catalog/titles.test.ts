import { parse } from 'csv-parse/sync';
import { fillTopLists } from '#server/analytics/growth/postgres/fill-top-lists';
import { type TestApp, createTestApp } from '../../support/app/test-app';
import { useTestDatabase } from '../../support/database/test-database';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

type Titled = Record<string, unknown> & { _id: string; title: string };

describe('titles', () => {
  const database = useTestDatabase();
  let server: TestApp;
  beforeAll(async () => {
    const { pool } = database;
    await insertEntity(pool, 'pinners', { _id: 'p', name: null, username: 'mira_makes', description: 'I make things.', momentum: 1 });
    await insertEntity(pool, 'pinners', { _id: '900000000000004821', name: null, momentum: 0.5 });
    const owner = { pinner_id: 'p', pinner_username: 'mira_makes' };
    await insertEntity(pool, 'boards', { _id: 'b', name: null, description: 'Shelves for all. And more.', ...owner, momentum: 1 });
    const description = 'https://shop.example/lamp | A bright lamp! Buy it.';
    await insertEntity(pool, 'pins', { _id: '314196511496629679', name: null, description, board_id: 'b', ...owner, momentum: 2 });
    await insertEntity(pool, 'pins', {
      _id: '314196511496629680',
      name: null,
      description: 'https://shop.example/',
      domain: 'shop.example',
      momentum: 1,
    });
    await insertEntity(pool, 'pins', { _id: '314196511496629682', name: null, board_id: 'named' });
    await insertEntity(pool, 'boards', { _id: 'named', name: 'Lamps' });
    await insertEntity(pool, 'pins', { _id: '314196511496629683', name: null, board_name: 'Kilns', owner_name: 'Mira Maker' });
    await insertEntity(pool, 'boards', { _id: 'nameless', name: null, ...owner });

    await insertEntity(pool, 'pins', { _id: '314196511496629681', name: 'A name. Kept', description: 'Other words.' });
    const client = await pool.connect();
    for (const entity of ['board', 'pinner', 'pin'] as const) {
      await client.query(
        `update ${entity}_scores s set rank = array_fill(r.place::int, array[cardinality(s.raw)]), previous_rank = array_fill(null::int, array[cardinality(s.raw)])
         from (select _id, row_number() over (order by raw[1] desc) place from ${entity}_scores) r where r._id = s._id`,
      );
      await fillTopLists(client, entity, `${entity}_scores`);
    }
    client.release();
    await updateCatalogStats(pool);
    server = await createTestApp(database.url, { as: 'admin' });
  });

  const getBody = async (path: string) => (await server.get(`/api/${path}`)).body;
  const pinTitles = {
    '314196511496629679': 'A bright lamp!',
    '314196511496629680': 'Pin to shop.example',
    '314196511496629681': 'A name. Kept',
    '314196511496629682': 'Pin on Lamps',
    '314196511496629683': 'Pin on Kilns',
  };
  const titlesOf = (rows: unknown) => Object.fromEntries((rows as Titled[]).map(({ _id, title }) => [_id, title]));

  it('stand in every list row, beside the name as stored, and descriptions stay out of the response', async () => {
    const { pins } = await getBody('pins');
    expect(titlesOf(pins)).toEqual(pinTitles);
    expect((pins as Titled[]).map(({ name }) => name)).toEqual([null, null, 'A name. Kept', null, null]);
    expect((pins as Titled[]).filter((pin) => 'description' in pin)).toEqual([]);
    expect(titlesOf((await getBody('boards'))['boards'])).toEqual({
      b: 'Shelves for all.',
      named: 'Lamps',
      nameless: 'Board by @mira_makes',
    });
    expect(titlesOf((await getBody('pinners'))['pinners'])).toEqual({ p: 'mira_makes', '900000000000004821': 'Influencer …4821' });
  });

  it('stand in details, with their boards and works', async () => {
    expect(await getBody('pins/314196511496629679')).toMatchObject({
      title: 'A bright lamp!',
      name: null,
      board: { _id: 'b', title: 'Shelves for all.', name: null },
    });
    expect((await getBody('pins/314196511496629682'))['title']).toBe('Pin on Lamps');
    expect((await getBody('pins/314196511496629683'))['title']).toBe('Pin on Kilns');
    expect((await getBody('pinners/900000000000004821'))['title']).toBe('Influencer …4821');
    const pinner = await getBody('pinners/p');
    expect(pinner['title']).toBe('mira_makes');
    expect(titlesOf(pinner['boards'])).toEqual({ b: 'Shelves for all.', nameless: 'Board by @mira_makes' });
    expect(titlesOf(pinner['pins'])).toEqual({ '314196511496629679': 'A bright lamp!' });
  });

  it('stand in the top performers of the growth analytics', async () => {
    const performers = async (query: string) => {
      const { momentum_insights: insights } = await getBody(`admin/analytics?${query}`);
      return titlesOf((insights as { top_performers: unknown }).top_performers);
    };
    expect(await performers('entity_type=pin&metric=saves')).toEqual({
      '314196511496629679': 'A bright lamp!',
      '314196511496629680': 'Pin to shop.example',
    });
    expect(await performers('entity_type=board')).toEqual({ b: 'Shelves for all.' });
    expect(await performers('entity_type=pinner')).toEqual({ p: 'mira_makes', '900000000000004821': 'Influencer …4821' });
  });

  it('are a column of the CSV export', async () => {
    const { text } = await server.get('/api/exports/pins');
    expect(titlesOf(parse(text, { columns: true }))).toEqual(pinTitles);
    const { text: influencers } = await server.get('/api/exports/pinners');
    expect(titlesOf(parse(influencers, { columns: true }))).toEqual({
      p: 'mira_makes',
      '900000000000004821': 'Influencer 900000000000004821',
    });
  });
});
