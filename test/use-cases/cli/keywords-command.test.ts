import type { GrowthLedger } from '#domain/analytics/growth/growth-ledger';
import type { SearchInterest } from '#domain/keywords/interest/search-interest';
import type { Keywords } from '#domain/keywords/keywords';
import type { Day } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import * as keywordsCommand from '#server/cli/commands/keywords.command';
import { runCommand } from '#server/cli/command-io';
import { collectIo } from '../../support/collected-io';
import { FakeWriteLock } from '../../support/fakes/write-lock';
import { FixedClock } from '../../support/fixed-clock';

/** Keywords that are counted, and the days as of which they were. */
function countedKeywords() {
  const days: Day[] = [];
  const rebuild = async (_scope: WriterScope, day: Day) => {
    days.push(day);
    return { keywords: 1_200, pins: 18_000 };
  };
  return { days, keywords: { rebuild } as Partial<Keywords> as Keywords };
}

/** The search interest of one keyword. */
const searchInterest = { clear: async () => 1, refreshOutlooks: async () => undefined } as Partial<SearchInterest> as SearchInterest;

describe('corklight keywords', () => {
  const { io, written: output } = collectIo();
  beforeEach(() => Object.assign(output, { stdout: '', stderr: '' }));

  it('counts the keywords as of today, as the only writer of the catalog', async () => {
    const [{ days, keywords }, lock] = [countedKeywords(), new FakeWriteLock()];
    let rechecks = 0;
    const ledger = { recheckPins: async () => void rechecks++ } as Partial<GrowthLedger> as GrowthLedger;
    const clock = new FixedClock(new Date('2026-08-23T22:00:00Z'));
    const recomputeKeywords = new RecomputeKeywords(keywords, ledger, lock, clock, searchInterest);
    const services = { recomputeKeywords, searchInterest, writeLock: lock, enter: async () => {} };
    expect(await keywordsCommand.run(['recompute'], io, async () => services)).toBe(0);
    expect(output.stdout).toMatch(/^1,200 keywords of 18,000 pins in /);
    expect({ days, writers: lock.writers }).toEqual({ days: [20_688], writers: 1 });
    // The checks of pins look at the competition of keywords.
    expect(rechecks).toBe(1);
  });

  it('removes all imported search interest, as the only writer: an import that runs would store the rest of its file', async () => {
    const [recomputeKeywords, writeLock] = [{} as RecomputeKeywords, new FakeWriteLock()];
    const services = async () => ({ recomputeKeywords, searchInterest, writeLock, enter: async () => {} });
    expect(await keywordsCommand.run(['clear-interest'], io, services)).toBe(0);
    expect([output.stdout, writeLock.writers]).toEqual(['Search interest of 1 keyword removed.\n', 1]);
  });

  it.each([[[]], [['count']], [['recompute', 'now']]])('refers to its help without opening anything: %j', async (args) => {
    const connect = () => Promise.reject(new Error('opened'));
    expect(await runCommand('keywords', keywordsCommand, args, io, connect)).toBe(2);
    expect(output.stderr).toContain('See corklight keywords --help.');
  });
});
