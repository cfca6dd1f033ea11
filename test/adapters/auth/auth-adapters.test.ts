import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import { BundledCommonPasswords } from '#server/auth/passwords/bundled-common-passwords';
import { JobRunner } from '#server/jobs/job-runner';
import { JsonSecurityLog } from '#server/auth/json-security-log';
import { Clock } from '#domain/clock';
import { TooManyRequests } from '#domain/errors';
import { RateLimits } from '#domain/limits';
import { Secrets } from '#domain/secrets';
import { MemoryRateLimits } from '#server/http/limits/memory-rate-limits';
import { type TestAppWithDatabase, createTestAppWithDatabase, createTestApp } from '../../support/app/test-app';
import { FixedClock } from '../../support/fixed-clock';

describe('passwords', () => {
  const passwords = new Argon2Passwords({ ARGON2_MEMORY: 1_024 });

  it('are recognised by their hash, which tells nothing else and differs each time', async () => {
    const [one, two] = [await passwords.hash('plum otter lake 42'), await passwords.hash('plum otter lake 42')];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.matches(one, 'plum otter lake 42')).toBe(true);
    expect(await passwords.matches(one, 'plum otter lake 43')).toBe(false);
    expect(await passwords.matches(null, 'plum otter lake 42')).toBe(false);
  });

  it('are one however their letters are put together, and hashes of another cost go on working', async () => {
    const dearer = new Argon2Passwords({ ARGON2_MEMORY: 2_048 });
    const hash = await dearer.hash('cafe\u0301 au lait');
    expect(await passwords.matches(hash, 'café au lait')).toBe(true);
  });

  it('agree with the reference: argon2id of "password" with a known salt', async () => {
    // From the test vectors of the reference implementation: argon2 -id -t 2 -k 65536 -p 1 -l 32, salt "somesalt".
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await passwords.matches(reference, 'password')).toBe(true);
  });

  it('that everybody tries first are known by ten thousands', async () => {
    const isCommon = await new BundledCommonPasswords().loadMatcher();
    expect(['password1234', '1234567890', 'qwertyuiop'].map(isCommon)).toContain(true);
    expect(isCommon('plum otter lake 42')).toBe(false);
  });
});

describe('limits of one process', () => {
  it('refuse what is too much and forget it in time', async () => {
    const clock = new FixedClock(new Date('2026-01-01T00:00:00Z'));
    const limits = new MemoryRateLimits(clock);
    const limit = { name: 'lists', hits: 3, seconds: 60 };
    for (let turn = 0; turn < 3; turn++) await limits.record(limit, 'a');
    await expect(limits.record(limit, 'a')).rejects.toThrow(TooManyRequests);
    await limits.record(limit, 'b');
    clock.time = new Date(clock.time.getTime() + 60_000);
    expect(await limits.isReached(limit, 'a')).toBe(true);
    clock.time = new Date(clock.time.getTime() + 60_000);
    await limits.record(limit, 'a');
  });
});

describe('the log of what concerns security', () => {
  it('is a line of JSON per event, in which nobody’s address can be read', () => {
    const lines: string[] = [];
    const secrets = { sign: (_: string, text: string) => Buffer.from(text).toString('hex').padEnd(43, '0') } as unknown as Secrets;
    const log = new JsonSecurityLog(new FixedClock(new Date('2026-01-01T00:00:00Z')), secrets, (line) => void lines.push(line));
    log.record({ event: 'sign-in-failed', email: 'ann@example.com\n', clientIp: '203.0.113.7' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/ann@|203\.0|\n/);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      at: '2026-01-01T00:00:00.000Z',
      event: 'sign-in-failed',
      email_hash: expect.stringMatching(/^\w{16}$/),
      network_hash: expect.stringMatching(/^\w{16}$/),
    });
  });
});

describe('what instances share', () => {
  let site: TestAppWithDatabase;
  beforeAll(async () => void (site = await createTestAppWithDatabase({ RATE_LIMITS: '' })));
  afterAll(() => site.close());

  it('a limit lets exactly its number through, however many come at once, and holds no address', async () => {
    const other = await createTestApp(site.database.url, { RATE_LIMITS: '' });
    const limit = { name: 'shared', hits: 10, seconds: 86_400 };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? site : other).app.get(RateLimits).record(limit, 'ann@example.com')),
    );
    await other.close();
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const { rows } = await site.database.pool.query('select * from rate_limits');
    expect(rows).toEqual([expect.objectContaining({ name: 'shared', hits: 10 })]);
    expect(JSON.stringify(rows)).not.toContain('ann');
  });

  it('what is over is cleaned up, what is not stays, once an hour', async () => {
    const person = await site.createUser('free');
    const secrets = site.app.get(Secrets);
    const now = site.app.get(Clock).now();
    await site.database.pool.query(
      `insert into sessions (token_hash, created_at, seen_at, expires_at) values ('dead', $1, $1, $1::timestamptz - interval '1 second')`,
      [now],
    );
    await site.database.pool.query(
      `insert into codes (code_hash, user_id, purpose, created_at, expires_at, used_at)
       values ('old', $1, 'reset', $2, $2::timestamptz - interval '8 days', null), ('fresh', $1, 'reset', $2, $2::timestamptz + interval '1 hour', null)`,
      [person.id, now],
    );
    await site.database.pool.query(`insert into rate_limits values ('x', 'y', 1, 1, $1::timestamptz - interval '1 second')`, [now]);
    await site.database.pool.query(`insert into sign_in_tries values ('z', 1, $1::timestamptz - interval '31 days')`, [now]);
    const runner = site.app.get(JobRunner);
    expect([await runner.run('auth-clean-up'), await runner.run('auth-clean-up')]).toEqual(['ran', 'done']);
    const remainingValues = async (table: string, column: string) =>
      (await site.database.pool.query(`select ${column} one from ${table}`)).rows.map((row: { one: string }) => row.one);
    expect(await remainingValues('sessions', 'token_hash')).toEqual([secrets.hash(person.token)]);
    expect(await remainingValues('codes', 'code_hash')).toEqual(['fresh']);
    expect(await remainingValues('rate_limits', 'name')).not.toContain('x');
    expect(await remainingValues('sign_in_tries', 'subject')).toEqual([]);
  });
});
