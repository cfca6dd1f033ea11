import { jest } from '@jest/globals';
import { CachedQualityScans } from '#server/data-quality/postgres/catalog-quality';
import type { IssueCountsByEntity } from '#domain/data-quality/catalog-quality';
import { FixedClock } from '../../support/fixed-clock';

const STARTED_AT = new Date('2026-08-23T12:00:00Z');
const after = (milliseconds: number): Date => new Date(STARTED_AT.getTime() + milliseconds);

describe('a quality scan', () => {
  let countIssues: jest.Mock<(now: Date) => Promise<IssueCountsByEntity>>;
  let clock: FixedClock;
  let scans: CachedQualityScans;
  beforeEach(() => {
    countIssues = jest.fn(() => Promise.resolve({} as IssueCountsByEntity));
    clock = new FixedClock(STARTED_AT);
    scans = new CachedQualityScans((now) => countIssues(now), clock);
  });

  /** Lets the next scan wait until the returned function is called. */
  function blockScan(): () => void {
    const { promise, resolve } = Promise.withResolvers<IssueCountsByEntity>();
    countIssues.mockReturnValueOnce(promise);
    return () => resolve({} as IssueCountsByEntity);
  }

  it('is shared by concurrent callers, and made again for later ones', async () => {
    const unblock = blockScan();
    const pending = [scans.scan(), scans.recentOrNew(), scans.scan()];
    unblock();
    const [first, ...others] = await Promise.all(pending);
    expect(others.every((scan) => scan === first)).toBe(true);
    expect(await scans.scan()).not.toBe(first);
    expect(countIssues).toHaveBeenCalledTimes(2);
  });

  it('is reused for 15 seconds and says when it was made', async () => {
    expect((await scans.scan()).at).toEqual(STARTED_AT);
    clock.time = after(14_999);
    expect((await scans.recentOrNew()).at).toEqual(STARTED_AT);
    clock.time = after(15_000);
    expect((await scans.recentOrNew()).at).toEqual(after(15_000));
    expect(countIssues).toHaveBeenCalledTimes(2);
  });

  it('that began before the catalog changed is not used after the change', async () => {
    const unblock = blockScan();
    const before = scans.scan();
    scans.invalidate();
    unblock();
    const changed = await scans.recentOrNew();
    expect(await before).not.toBe(changed);
    expect(await scans.recentOrNew()).toBe(changed);
  });

  it('that fails is not reused', async () => {
    countIssues.mockRejectedValue(new Error('too slow'));
    await expect(Promise.all([scans.scan(), scans.scan()])).rejects.toThrow('too slow');
    await expect(scans.recentOrNew()).rejects.toThrow('too slow');
    expect(countIssues).toHaveBeenCalledTimes(2);
  });
});
