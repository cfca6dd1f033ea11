import { timedCache } from '#server/cache/timed-cache';

describe('a timed cache', () => {
  it('computes a value once per period, however many callers ask', async () => {
    let nowMs = 1_000;
    let computed = 0;
    const totals = timedCache(
      60_000,
      async () => ({ boards: ++computed }),
      () => nowMs,
    );
    const results = await Promise.all(Array.from({ length: 200 }, () => totals('totals')));
    expect(new Set(results)).toEqual(new Set([{ boards: 1 }]));
    nowMs = 60_000;
    await totals('totals');
    expect(computed).toBe(1);
    nowMs = 61_001;
    await Promise.all([totals('totals'), totals('totals')]);
    expect(computed).toBe(2);
  });

  it('keeps a value for each key', async () => {
    const status = timedCache(1_000, async (variant: string) => ({ variant }));
    expect(await status('boards')).toEqual({ variant: 'boards' });
    expect(await status('pins')).toEqual({ variant: 'pins' });
  });

  it('does not cache a failure', async () => {
    let isDown = true;
    const totals = timedCache(60_000, () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve({ boards: 1 })));
    await expect(Promise.all([totals('totals'), totals('totals')])).rejects.toThrow('down');
    isDown = false;
    expect(await totals('totals')).toEqual({ boards: 1 });
  });
});
