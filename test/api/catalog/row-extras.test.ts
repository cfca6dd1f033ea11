import { jest } from '@jest/globals';
import { Clock } from '#domain/clock';
import { dayOf, MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS } from '#domain/durations';
import { useTestApp } from '../../support/app/test-app';
import { insertEntity, updateCatalogStats } from '../../support/database/insert-entity';

const MAX_ADDED_SHARE = 0.3;
const today = dayOf(new Date());

describe('fields of rows on request', () => {
  const server = useTestApp();
  beforeAll(async () => {
    for (let board = 0; board < 10; board++) {
      const at = Array.from({ length: 200 }, (_, index) => (today - 199 + index) * MINUTES_PER_DAY + 60);
      await insertEntity(server.database.pool, 'boards', {
        name: `Autumn recipes ${board}`,
        follower_count: 12_345 + board,
        series: {
          at,
          follower_count: at.map((_, index) => 10_000 + index * (board + 1)),
          collaborator_count: at.map(() => 3),
          pin_count: at.map(() => 8),
        },
      });
    }
    await updateCatalogStats(server.database.pool);
  });

  it('are in no row without it, and sparklines add at most 30% to a page', async () => {
    const plain = await server.get('/api/boards');
    const asked = await server.get('/api/boards?with=sparkline');
    const [plainRows, askedRows] = [plain.body['boards'], asked.body['boards']] as [object[], { sparkline?: string }[]];
    expect(plainRows).toHaveLength(10);
    for (const row of plainRows) expect('sparkline' in row).toBe(false);
    for (const { sparkline } of askedRows) expect(sparkline).toMatch(/^A[B-Za-z0-9-]{28}_$/);
    const bytes = (body: unknown) => JSON.stringify(body).length;
    expect(bytes(asked.body) / bytes(plain.body) - 1).toBeLessThanOrEqual(MAX_ADDED_SHARE);
  });

  it('are not kept beyond their day', async () => {
    const firstSparkline = async () =>
      ((await server.get('/api/boards?with=sparkline')).body['boards'] as { sparkline: string }[])[0]?.sparkline;
    const before = await firstSparkline();
    jest.spyOn(server.app.get(Clock), 'now').mockReturnValue(new Date(Date.now() + 3 * DAY_MS));
    expect([before, await firstSparkline()]).toEqual([expect.stringMatching(/^A.{28}_$/), expect.stringMatching(/^A.{27}_ $/)]);
    jest.restoreAllMocks();
  });

  it.each([
    ['momentum_score', 403, 'Momentum scores are a Premium feature.'],
    ['sparkline,growth_last_30_days', 403, 'The full history is a Premium feature.'],
    ['title', 400, 'with'],
    ['', 400, 'with'],
  ])('refuse a visitor %j with %i and the message %j', async (fields, status, message) => {
    const response = await server.get(`/api/boards?with=${fields}`);
    expect([response.status, String(response.body['error']).includes(message)]).toEqual([status, true]);
  });
});
