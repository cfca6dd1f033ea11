import { DAY_MS } from '#domain/durations';
import { LockScope } from '#domain/jobs/lock-scope';
import { Postgres } from '#server/database/postgres';
import { PostgresWriteLock } from '#server/jobs/postgres/write-lock';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

let database: TestDatabase;
let instances: Postgres[];

beforeAll(async () => {
  database = await createTestDatabase();
  instances = [new Postgres(database.url), new Postgres(database.url)];
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close()));
  await database.close();
});

const writeLockOf = (index: number) => new PostgresWriteLock(instances[index]!);

describe('the write lock', () => {
  it('has one holder at a time; the next one waits and is notified', async () => {
    const steps: string[] = [];
    const firstWork = Promise.withResolvers<void>();
    const first = writeLockOf(0).runAsWriter(async () => {
      steps.push('first begins');
      await firstWork.promise;
      steps.push('first ends');
    });
    while (steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const onWait = () => {
      steps.push('second waits');
      firstWork.resolve();
    };
    const second = writeLockOf(1).runAsWriter(
      async () => {
        steps.push('second');
        return 7;
      },
      { onWait },
    );
    await first;
    expect(await second).toBe(7);
    expect(steps).toEqual(['first begins', 'second waits', 'first ends', 'second']);
  });

  it('stops its work when an outer lock is lost', async () => {
    const outer = new LockScope();
    const work = writeLockOf(0).runAsWriter(
      async (scope) => {
        outer.revoke(new Error('outer lock lost'));
        await instances[0]!.jobPoolIn(scope).query('select 1');
      },
      { within: outer },
    );
    await expect(work).rejects.toThrow('outer lock lost');
  });

  it.each([0, 100_000 * DAY_MS])('is taken, or refused, after a wait of at most %i ms', async (maxWaitMs) => {
    const work = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = writeLockOf(0).runAsWriter(() => (held.resolve(), work.promise));
    await held.promise;
    const second = writeLockOf(1).runAsWriter(async () => 'taken', { maxWaitMs, onWait: () => void (maxWaitMs > 0 && work.resolve()) });
    const outcome = await second.catch((error: Error) => error.message).finally(() => work.resolve());
    await first;
    expect(outcome).toMatch(maxWaitMs > 0 ? 'taken' : /^Another import or job was still writing/);
  });

  it('is released when its work fails', async () => {
    await expect(writeLockOf(0).runAsWriter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    let hasWaited = false;
    await writeLockOf(1).runAsWriter(async () => undefined, { onWait: () => void (hasWaited = true) });
    expect(hasWaited).toBe(false);
  });
});
