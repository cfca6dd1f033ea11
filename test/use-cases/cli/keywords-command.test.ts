import { FakeGrowthLedger } from '../../support/fakes/growth-ledger';
import { KeywordBuilder } from '#domain/keywords/keyword-builder';
import type { Day } from '#domain/days';
import type { WriterScope } from '#domain/jobs/write-lock';
import { RecomputeKeywords } from '#server/keywords/recompute-keywords';
import { keywordsCommand } from '#server/cli/commands/keywords.command';
import { runCommand } from '#server/cli/run-command';
import { FakeSearchInterest } from '../../support/fakes/search-interest';
import { FakeWriteLock } from '../../support/fakes/write-lock';
import { FixedClock } from '../../support/fixed-clock';

class FakeKeywordBuilder extends KeywordBuilder {
  readonly days: Day[] = [];

  async rebuild(_scope: WriterScope, day: Day) {
    this.days.push(day);
    return { keywords: 1_200, pins: 18_000 };
  }
}

describe('corklight keywords', () => {
  const output = { stdout: '', stderr: '' };
  const io = {
    stdout: { write: (text: string) => (output.stdout += text) },
    stderr: { write: (text: string) => (output.stderr += text) },
  } as unknown as Parameters<typeof keywordsCommand>[1];
  beforeEach(() => Object.assign(output, { stdout: '', stderr: '' }));

  it('counts the keywords as of today, as the only writer of the catalog', async () => {
    const searchInterest = new FakeSearchInterest();
    const [builder, ledger, lock] = [new FakeKeywordBuilder(), new FakeGrowthLedger(), new FakeWriteLock()];
    const recomputeKeywords = new RecomputeKeywords(builder, ledger, lock, new FixedClock(new Date('2026-08-23T22:00:00Z')));
    expect(await keywordsCommand(['recompute'], io, async () => ({ recomputeKeywords, searchInterest, enter: async () => {} }))).toBe(0);
    expect(output.stdout).toMatch(/^1,200 keywords of 18,000 pins in /);
    expect({ days: builder.days, writers: lock.writers }).toEqual({ days: [20_688], writers: 1 });
    // The checks of pins look at the competition of keywords.
    expect(ledger.steps).toEqual(['recheck pins']);
  });

  it('removes all imported search interest', async () => {
    const searchInterest = new FakeSearchInterest();
    await searchInterest.store(
      [{ key: 'plum', keyword: 'plum', source: 'a.csv', region: null, points: [{ day: 20_000, value: 1 }] }],
      new Date(),
    );
    const recomputeKeywords = new RecomputeKeywords(
      new FakeKeywordBuilder(),
      new FakeGrowthLedger(),
      new FakeWriteLock(),
      new FixedClock(new Date()),
    );
    expect(await keywordsCommand(['clear-interest'], io, async () => ({ recomputeKeywords, searchInterest, enter: async () => {} }))).toBe(
      0,
    );
    expect(output.stdout).toBe('Search interest of 1 keyword removed.\n');
    expect((await searchInterest.find('plum')).points).toEqual([]);
  });

  it.each([[[]], [['count']], [['recompute', 'now']]])('refers to its help without opening anything: %j', async (args) => {
    const connect = () => Promise.reject(new Error('opened'));
    expect(await runCommand('keywords', keywordsCommand, args, io, connect)).toBe(2);
    expect(output.stderr).toContain('See corklight keywords --help.');
  });
});
