import { medianOf } from '#domain/numbers';
import { newGainSteps } from '#domain/analytics/growth/jump-share';
import {
  activeRule,
  ageRule,
  competitionRule,
  crowdedRule,
  growingRule,
  ownerSizeRule,
  reachRule,
  steadyRule,
  stillSavedRule,
  verdictLines,
} from '#domain/analytics/growth/verdict/rules';
import { parseDay } from '#domain/days';

const TODAY_DAY = parseDay('2026-11-22') ?? 0;

describe('the rules of verdicts', () => {
  it.each([
    ['never known', null, TODAY_DAY, 3, 'unknown', null, 'We don’t know when it last changed.'],
    ['today', 0, TODAY_DAY, null, 'pass', 0, 'Last activity today.'],
    ['in the future', -2, TODAY_DAY, null, 'pass', 0, 'Last activity today.'],
    ['yesterday, with pins', 1, TODAY_DAY, 13.6, 'pass', 1, 'Last activity yesterday, 14 pins a week.'],
    ['with one pin', 5, TODAY_DAY, 1.2, 'pass', 5, 'Last activity 5 days ago, 1 pin a week.'],
    ['14 days ago, and not seen since', 14, TODAY_DAY - 14, 0, 'pass', 14, 'Last activity 14 days ago, 0 pins a week.'],
    ['15 days ago', 15, TODAY_DAY - 14, 0, 'warn', 15, 'Last activity 15 days ago, 0 pins a week.'],
    ['15 days ago, and not seen lately', 15, TODAY_DAY - 15, 0, 'unknown', 15, 'Last activity 15 days ago, but we haven’t looked since.'],
    ['15 days ago, and never seen', 15, null, 0, 'unknown', 15, 'Last activity 15 days ago, but we haven’t looked since.'],
    ['59 days ago', 59, TODAY_DAY, null, 'warn', 59, 'Last activity 59 days ago.'],
    ['60 days ago, which are months', 60, TODAY_DAY, null, 'warn', 60, 'Last activity 2 months ago.'],
    ['months ago', 61, TODAY_DAY, null, 'warn', 61, 'Last activity 2 months ago.'],
    ['years ago', 800, TODAY_DAY, null, 'warn', 800, 'Last activity 2 years ago.'],
  ] as const)('activity: %s', (_, age, seenOn, weeklyPins, mark, value, text) => {
    const changedOn = age === null ? null : TODAY_DAY - age;
    expect(verdictLines([activeRule('active', { changedOn, seenOn }, weeklyPins, TODAY_DAY)])).toEqual([
      { rule: 'active', mark, value, text },
    ]);
  });

  it.each([
    [null, 90, 'unknown', 'There is no reading from 90 days ago to compare with.'],
    [3, 90, 'pass', `Followers +3.0% in 90 days.`],
    [2.9, 90, 'warn', `Followers +2.9% in 90 days.`],
    [-4, 90, 'warn', `Followers -4.0% in 90 days.`],
    [1, 30, 'pass', `Followers +1.0% in 30 days.`],
    [0.9, 30, 'warn', `Followers +0.9% in 30 days.`],
    [12.1, 365, 'warn', `Followers +12.1% in 365 days.`],
    [12.2, 365, 'pass', `Followers +12.2% in 365 days.`],
  ] as const)('growth: %s over %s days', (percent, days, mark, text) => {
    expect(verdictLines([growingRule({ percent, readOn: TODAY_DAY }, days, TODAY_DAY)])).toEqual([
      { rule: 'growing', mark, value: percent, text },
    ]);
  });

  it.each([
    [12.5, '2026-08-25', 90, 'pass', 'Followers +12.5% in 90 days.'],
    [12.5, '2026-08-24', 90, 'unknown', 'Followers +12.5% in 90 days as of Aug 24, with no reading since.'],
    [-2, '2016-03-19', 90, 'unknown', 'Followers -2.0% in 90 days as of Mar 19, 2016, with no reading since.'],
    [12.5, '2026-08-24', 180, 'pass', 'Followers +12.5% in 180 days.'],
    [4, '2026-11-15', 7, 'unknown', 'Followers +4.0% in 7 days as of Nov 15, with no reading since.'],
  ] as const)('growth of %s %% that ended on %s, over %s days', (percent, lastDay, days, mark, text) => {
    const found = growingRule({ percent, readOn: parseDay(lastDay) }, days, TODAY_DAY);
    expect(verdictLines([found])).toEqual([{ rule: 'growing', mark, value: percent, text }]);
  });

  it.each([
    [4, NaN, 1, 'unknown', null, 'Too few readings in the last 90 days.'],
    [null, NaN, 1, 'unknown', null, 'Too few readings in the last 90 days.'],
    [null, 0, 1, 'unknown', null, 'There is no reading from 90 days ago to compare with.'],
    [-1.3, 0, 1, 'unknown', null, 'No gain in 90 days to judge.'],
    [-1.3, NaN, 1, 'unknown', null, 'Too few readings in the last 90 days.'],
    [0, 0, 1, 'unknown', null, 'No gain in 90 days to judge.'],
    [0.1, 0, 1, 'pass', 0, 'No gain in 90 days that could be a jump.'],
    [4, 0.5, 1, 'pass', 0.5, `50% of the gain in 90 days came on its three best days.`],
    [4, 0.871, 1, 'warn', 0.871, `87% of the gain in 90 days came on three days, +1,972 on Nov 14.`],
    [4, 0.871, 4, 'warn', 0.871, `87% of the gain in 90 days came on three days, +1,972 in the 4 days to Nov 14.`],
  ] as const)('steady growth of %s %%: a share of %s over %s days', (percent, share, jumpDays, mark, value, text) => {
    const steps = { ...newGainSteps(), share, jumpDays, jumpSize: 1972, jumpDay: parseDay('2026-11-14') ?? 0 };
    expect(verdictLines([steadyRule(steps, percent, 90, TODAY_DAY)])).toEqual([{ rule: 'steady', mark, value, text }]);
  });

  it('names the year of a jump in another year', () => {
    const steps = { ...newGainSteps(), share: 0.9, jumpDays: 1, jumpSize: 40, jumpDay: parseDay('2025-12-30') ?? 0 };
    expect(steadyRule(steps, 4, 90, parseDay('2026-01-20') ?? 0).writeText()).toMatch(/\+40 on Dec 30, 2025\.$/);
  });

  it.each([
    [0, null, 'unknown', 'We don’t know the saves of any of its pins.'],
    [4, 90, 'unknown', 'Too few known pins to judge (4).'],
    [5, 10, 'pass', 'Median of 10 saves (5 pins).'],
    [1200, 9.5, 'warn', 'Median of 9.5 saves (1,200 pins).'],
  ] as const)('reach: %s pins with a median of %s saves', (pins, median, mark, text) => {
    expect(verdictLines([reachRule('reach', pins, median)])).toEqual([{ rule: 'reach', mark, value: median, text }]);
    expect(reachRule('saves_per_pin', pins, median).rule).toBe('saves_per_pin');
  });

  it.each([
    [14, 0, 'unknown', null, 'It has no collaborators.'],
    [14, null, 'unknown', null, 'We don’t know how many collaborators it has.'],
    [null, 3, 'unknown', null, 'We don’t know how many pins are added a week.'],
    [14, 2, 'pass', 7, '7.0 pins a week per collaborator.'],
    [14.2, 2, 'warn', 7.1, '7.1 pins a week per collaborator.'],
    [0, 5, 'pass', 0, '0.0 pins a week per collaborator.'],
    [1, 50, 'pass', 0, 'Under 0.1 pins a week per collaborator.'],
  ] as const)('crowding: %s pins a week of %s collaborators', (weeklyPins, collaborators, mark, value, text) => {
    expect(verdictLines([crowdedRule(weeklyPins, collaborators)])).toEqual([{ rule: 'crowded', mark, value, text }]);
  });

  it.each([
    [null, 'unknown', 'Too few readings in the last 30 days.'],
    [1200, 'pass', '+1,200 saves in 30 days.'],
    [1, 'pass', '+1 save in 30 days.'],
    [0, 'warn', 'No new saves in 30 days.'],
    [-3, 'warn', 'No new saves in 30 days.'],
  ] as const)('saves: %s new ones', (newSaves, mark, text) => {
    expect(verdictLines([stillSavedRule(newSaves)])).toEqual([{ rule: 'still_saved', mark, value: newSaves, text }]);
  });

  it.each([
    [null, 'unknown', 'We don’t know when it was created.'],
    [0, 'pass', 'Created today.'],
    [365, 'pass', 'Created 12 months ago.'],
    [366, 'warn', 'Created 12 months ago.'],
  ] as const)('age: %s days', (days, mark, text) => {
    expect(verdictLines([ageRule(days === null ? null : TODAY_DAY - days, TODAY_DAY)])).toEqual([{ rule: 'age', mark, value: days, text }]);
  });

  it.each([
    [null, 7, 'unknown', 'We don’t know how many followers its owner has.'],
    [1, 7, 'pass', 'An account with 1 follower did this.'],
    [10_000, 0, 'pass', 'An account with 10.0K followers did this.'],
    [10_001, 7, 'warn', 'Its owner has 10.0K followers.'],
    [151, null, 'unknown', 'We don’t know how often it was saved.'],
  ] as const)('owner’s size: %s followers, %s saves', (followers, saves, mark, text) => {
    expect(verdictLines([ownerSizeRule(followers, saves)])).toEqual([{ rule: 'owner_size', mark, value: followers, text }]);
  });

  it.each<[number, number[], string, number | null, string]>([
    [0, [], 'unknown', null, 'We don’t know which searches it was found in.'],
    [3, [], 'unknown', null, 'The searches it was found in have too few pins to judge.'],
    [3, [48.2], 'pass', 48.2, 'Open (48 of 100) in 1 search it was found in.'],
    [3, [80, 40, 70], 'pass', 70, 'Contested (70 of 100) in 3 searches it was found in.'],
    [2, [75, 75], 'warn', 75, 'Locked (75 of 100) in 2 searches it was found in.'],
  ])('competition: of %i searches %j', (searches, competitions, mark, value, text) => {
    expect(verdictLines([competitionRule(searches, competitions.length, medianOf(competitions))])).toEqual([
      { rule: 'competition', mark, value, text },
    ]);
  });
});
