import type { JobLocks } from '#domain/jobs/jobs';

/** What all job locks do. */
export function describeJobLocks(createLocks: () => JobLocks): void {
  let locks: JobLocks;
  beforeEach(() => (locks = createLocks()));

  it('run one at a time per job', async () => {
    const outcomes: string[] = [];
    await locks.runIfFree('growth', async () => {
      outcomes.push(await locks.runIfFree('growth', async () => 'ran'), await locks.runIfFree('subscriptions', async () => 'ran'));
      return 'ran';
    });
    expect(outcomes).toEqual(['busy', 'ran']);
    expect(await locks.runIfFree('growth', async () => 'done')).toBe('done');
  });

  it('list the jobs that hold their lock', async () => {
    let held: ReadonlySet<string> = new Set();
    await locks.runIfFree('growth', async () => {
      held = await locks.listHeld(['growth', 'emails-clean-up']);
      return 'ran';
    });
    expect([...held]).toEqual(['growth']);
    expect((await locks.listHeld(['growth', 'emails-clean-up'])).size).toBe(0);
  });

  it('are released after a failure', async () => {
    await expect(locks.runIfFree('growth', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk');
    expect(await locks.runIfFree('growth', async () => 'ran')).toBe('ran');
  });

  it('fail when the scope was revoked, even if the work did not notice', async () => {
    const run = locks.runIfFree('growth', async (scope) => {
      scope.revoke(new Error('lock lost'));
      return 'ran';
    });
    await expect(run).rejects.toThrow('lock lost');
  });
}
