import { jest } from '@jest/globals';
import { ipv6ClientIp } from '#domain/client-ip';
import { TooManyRequests } from '#domain/errors';
import { recordByClientIp, RateLimits } from '#domain/limits';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { Postgres } from '#server/database/postgres';
import { PostgresRateLimits } from '#server/http/limits/postgres/rate-limits';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';
import { useTestDatabase } from '../../support/database/test-database';
import { FixedClock } from '../../support/fixed-clock';
import { testSecrets } from '../../support/process/test-secrets';

describe('rate limits in memory', () => {
  it('refuse attempts beyond the limit of a sliding window', async () => {
    const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
    const limits = new MemoryRateLimits(clock);
    const limit = { name: 'lists', hits: 3, seconds: 60 };
    for (let count = 0; count < 3; count++) await limits.record(limit, 'a');
    await expect(limits.record(limit, 'a')).rejects.toThrow(TooManyRequests);
    await limits.record(limit, 'b');
    clock.time = new Date(clock.time.getTime() + 60_000);
    expect(await limits.isReached(limit, 'a')).toBe(true);
    clock.time = new Date(clock.time.getTime() + 60_000);
    await limits.record(limit, 'a');
  });
});

const database = useTestDatabase();
beforeEach(() => database.pool.query('truncate rate_limits'));

/** Limits of one more instance. */
const openLimits = (clock = new FixedClock(new Date('2026-01-01T00:00:00Z')), postgres = database.postgres) =>
  new PostgresRateLimits(postgres, clock, testSecrets, parseRateLimitSettings(''));

/** A /64 of one /48. */
const clientIpIn = (fourth: number) => ipv6ClientIp([0x2001, 0xdb8, 1, fourth]);

/** Uses up the limit of one /64, and tries twenty times more. */
async function flood(limits: RateLimits, limit: { name: string; hits: number; seconds: number }): Promise<void> {
  for (let count = 0; count < limit.hits; count++) await recordByClientIp(limits, limit, clientIpIn(1));
  for (let count = 0; count < 20; count++) await expect(recordByClientIp(limits, limit, clientIpIn(1))).rejects.toThrow(TooManyRequests);
}

afterEach(() => jest.restoreAllMocks());

describe('rate limits of client IPs in one IPv6 network', () => {
  const limit = { name: 'shared', hits: 1, seconds: 60 };

  it('do not count in the network what is refused to one client IP, in memory', async () => {
    const limits = new MemoryRateLimits(new FixedClock(new Date('2026-01-01T00:00:00Z')));
    await flood(limits, limit);
    for (let neighbor = 2; neighbor <= 4; neighbor++) await recordByClientIp(limits, limit, clientIpIn(neighbor));
    await expect(recordByClientIp(limits, limit, clientIpIn(5))).rejects.toThrow(TooManyRequests);
    expect(await limits.isReached(limit, clientIpIn(5).key)).toBe(false);
    await recordByClientIp(limits, limit, clientIpIn(0x100));
  });

  it('do not count in the network what is refused to one client IP, in Postgres, and refuse a full network without a query', async () => {
    const limits = openLimits();
    await flood(limits, limit);
    for (let neighbor = 2; neighbor <= 4; neighbor++) await recordByClientIp(limits, limit, clientIpIn(neighbor));
    const query = jest.spyOn(database.postgres.pool, 'query');
    await expect(recordByClientIp(limits, limit, clientIpIn(5))).rejects.toThrow(TooManyRequests);
    expect(query).not.toHaveBeenCalled();
    await recordByClientIp(limits, limit, clientIpIn(0x100));
  });
});

describe('rate limits in Postgres', () => {
  it('admit exactly the limit over all instances, and store no address', async () => {
    const other = new Postgres(database.url);
    const instances = [openLimits(), openLimits(undefined, other)];
    const limit = { name: 'shared', hits: 10, seconds: 86_400 };
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => instances[n % 2]!.record(limit, 'ann@example.com')));
    await other.close();
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const { rows } = await database.pool.query('select * from rate_limits');
    expect(rows).toEqual([expect.objectContaining({ name: 'shared', hits: 10 })]);
    expect(JSON.stringify(rows)).not.toContain('ann');
  });

  it('ask Postgres for no more attempts at once than the limit allows', async () => {
    const limits = openLimits();
    const query = jest.spyOn(database.postgres.pool, 'query');
    const limit = { name: 'shared', hits: 5, seconds: 60 };
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => limits.record(limit, 'ann')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(query).toHaveBeenCalledTimes(5);
  });

  it('refuse a subject that was refused without a query until one more attempt fits', async () => {
    const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
    const [limits, otherInstance] = [openLimits(clock), openLimits(clock)];
    const limit = { name: 'shared', hits: 2, seconds: 60 };
    for (let count = 0; count < 2; count++) await otherInstance.record(limit, 'ann');
    await expect(limits.record(limit, 'ann')).rejects.toThrow(TooManyRequests);
    const query = jest.spyOn(database.postgres.pool, 'query');
    await expect(limits.record(limit, 'ann')).rejects.toThrow(TooManyRequests);
    expect(await limits.isReached(limit, 'ann')).toBe(true);
    expect(query).not.toHaveBeenCalled();
    await limits.record(limit, 'ben');
    clock.time = new Date(clock.time.getTime() + 120_000);
    await limits.record(limit, 'ann');
    expect(query).toHaveBeenCalledTimes(2);
  });
});
