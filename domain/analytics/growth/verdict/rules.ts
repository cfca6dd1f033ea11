import { competitionLevel, competitionNames } from '#domain/keywords/competition';
import type { GainSteps } from '#domain/analytics/growth/jump-share';
import {
  ACTIVE_WITHIN_DAYS,
  MAX_OWNER_FOLLOWERS,
  MAX_PIN_AGE_DAYS,
  MAX_WEEKLY_PINS_PER_COLLABORATOR,
  minGrowingPercent,
  MIN_KNOWN_PINS,
  MIN_REACH_SAVES,
  RECENT_DAYS,
} from '#domain/analytics/growth/verdict/thresholds';
import type { VerdictLine } from '#domain/catalog/detail-contract';
import { isOneJump } from '#domain/catalog/momentum';
import { type Day, shortDay, timeAgo } from '#domain/days';
import { compactNumber, fixedNumber, formatCount, oneDecimal, percentLabel, wholeNumber } from '#domain/numbers';

type VerdictRule = VerdictLine['rule'];

/** What a rule says. Its text is written on request: a recompute needs only the marks of a million rows. */
export interface JudgedRule extends Omit<VerdictLine, 'text'> {
  readonly writeText: () => string;
}

/** The lines of rules, with their texts. */
export const verdictLines = (rules: readonly JudgedRule[]): VerdictLine[] =>
  rules.map(({ writeText, ...rule }) => ({ ...rule, text: writeText() }));

const judged = (rule: VerdictRule, isPassed: boolean, value: number, writeText: () => string): JudgedRule => ({
  rule,
  mark: isPassed ? 'pass' : 'warn',
  value,
  writeText,
});

const unknown = (rule: VerdictRule, writeText: () => string, value: number | null = null): JudgedRule => ({
  rule,
  mark: 'unknown',
  value,
  writeText,
});

const gainedCount = (count: number): string => `+${wholeNumber(count)}`;

/** When something last changed, and when we last looked. */
export interface LastActivity {
  readonly changedOn: Day | null;
  readonly seenOn: Day | null;
}

/** Active: the last change is at most `ACTIVE_WITHIN_DAYS` old. Without a look since then, an older one is no evidence. */
export function activeRule(rule: 'active' | 'posts', last: LastActivity, weeklyPins: number | null, today: Day): JudgedRule {
  if (last.changedOn === null) return unknown(rule, () => 'We don’t know when it last changed.');
  const days = Math.max(0, today - last.changedOn);
  const isActive = days <= ACTIVE_WITHIN_DAYS;
  if (!isActive && (last.seenOn === null || today - last.seenOn > ACTIVE_WITHIN_DAYS))
    return unknown(rule, () => `Last activity ${timeAgo(days)}, but we haven’t looked since.`, days);
  const pins = () => (weeklyPins === null ? '' : `, ${formatCount(Math.round(weeklyPins), 'pin', 'pins')} a week`);
  return judged(rule, isActive, days, () => `Last activity ${timeAgo(days)}${pins()}.`);
}

/** The growth in percent over a period that ends with the last reading, and the day of this reading. */
export interface DatedGrowth {
  readonly percent: number | null;
  readonly readOn: Day | null;
}

/**
 * Growing: by at least `MIN_GROWING_PERCENT` in 90 days, or at the same pace over another period. Growth that ended before the period began
 * is no evidence of today's.
 */
export function growingRule({ percent, readOn }: DatedGrowth, days: number, today: Day): JudgedRule {
  if (percent === null) return unknown('growing', () => `There is no reading from ${days} days ago to compare with.`);
  const change = () => `Followers ${percentLabel(percent)} in ${days} days`;
  if (readOn !== null && today - readOn >= days)
    return unknown('growing', () => `${change()} as of ${shortDay(readOn, today)}, with no reading since.`, percent);
  return judged('growing', percent >= minGrowingPercent(days), percent, () => `${change()}.`);
}

/** Steady: no more than half of the gain over a period came on its three largest days. Without a gain, there is nothing to judge. */
export function steadyRule(steps: Readonly<GainSteps>, percent: number | null, days: number, today: Day): JudgedRule {
  const { share, jumpDay, jumpSize, jumpDays } = steps;
  if (isOneJump(share)) {
    const span = () => (jumpDays === 1 ? 'on' : `in the ${jumpDays} days to`);
    const writeText = () =>
      `${shareText(share)} of the gain in ${days} days came on three days, ${gainedCount(jumpSize)} ${span()} ${shortDay(jumpDay, today)}.`;
    return judged('steady', false, share, writeText);
  }
  if (Number.isNaN(share)) return unknown('steady', () => `Too few readings in the last ${days} days.`);
  if (percent !== null && percent <= 0) return unknown('steady', () => `No gain in ${days} days to judge.`);
  if (percent === null) return unknown('steady', () => `There is no reading from ${days} days ago to compare with.`);
  if (share === 0) return judged('steady', true, share, () => `No gain in ${days} days that could be a jump.`);
  return judged('steady', true, share, () => `${shareText(share)} of the gain in ${days} days came on its three best days.`);
}

const shareText = (share: number): string => `${Math.round(share * 100)}%`;

/** Reach: the median saves of the known pins. */
export function reachRule(rule: 'reach' | 'saves_per_pin', pins: number, medianSaves: number | null): JudgedRule {
  if (pins < MIN_KNOWN_PINS || medianSaves === null)
    return unknown(
      rule,
      () => (pins === 0 ? 'We don’t know the saves of any of its pins.' : `Too few known pins to judge (${pins}).`),
      medianSaves,
    );
  const writeText = () => `Median of ${compactNumber(medianSaves)} saves (${wholeNumber(pins)} pins).`;
  return judged(rule, medianSaves >= MIN_REACH_SAVES, medianSaves, writeText);
}

/** Not crowded: collaborators add no more than `MAX_WEEKLY_PINS_PER_COLLABORATOR` pins a week each. */
export function crowdedRule(weeklyPins: number | null, collaborators: number | null): JudgedRule {
  if (collaborators === 0) return unknown('crowded', () => 'It has no collaborators.');
  if (collaborators === null) return unknown('crowded', () => 'We don’t know how many collaborators it has.');
  if (weeklyPins === null) return unknown('crowded', () => 'We don’t know how many pins are added a week.');
  const each = oneDecimal(weeklyPins / collaborators);
  const writeText = () => `${weeklyPins > 0 && each === 0 ? 'Under 0.1' : fixedNumber(each, 1)} pins a week per collaborator.`;
  return judged('crowded', each <= MAX_WEEKLY_PINS_PER_COLLABORATOR, each, writeText);
}

/** Still saved: at least one new save in `RECENT_DAYS`. */
export function stillSavedRule(newSaves: number | null): JudgedRule {
  if (newSaves === null) return unknown('still_saved', () => `Too few readings in the last ${RECENT_DAYS} days.`);
  return judged(
    'still_saved',
    newSaves > 0,
    newSaves,
    () => `${newSaves > 0 ? gainedCount(newSaves) : 'No new'} ${newSaves === 1 ? 'save' : 'saves'} in ${RECENT_DAYS} days.`,
  );
}

/** Age: at most `MAX_PIN_AGE_DAYS`. */
export function ageRule(createdOn: Day | null, today: Day): JudgedRule {
  if (createdOn === null) return unknown('age', () => 'We don’t know when it was created.');
  const days = Math.max(0, today - createdOn);
  return judged('age', days <= MAX_PIN_AGE_DAYS, days, () => `Created ${timeAgo(days)}.`);
}

/** Competition: the median of the searches that the pin was found in is not locked; unknown if none of them is a counted keyword. */
export function competitionRule(searchCount: number, countedSearches: number, median: number | null): JudgedRule {
  if (median === null)
    return unknown('competition', () =>
      searchCount === 0 ? 'We don’t know which searches it was found in.' : 'The searches it was found in have too few pins to judge.',
    );
  const level = competitionLevel(median);
  const searches = () => formatCount(countedSearches, 'search', 'searches');
  const writeText = () => `${competitionNames[level]} (${Math.round(median)} of 100) in ${searches()} it was found in.`;
  return judged('competition', level !== 'locked', oneDecimal(median), writeText);
}

/** Owner's size: at most `MAX_OWNER_FOLLOWERS`, so that the idea made it and not the audience. Without a count of saves, nothing says that it made it. */
export function ownerSizeRule(followers: number | null, saves: number | null): JudgedRule {
  if (saves === null) return unknown('owner_size', () => 'We don’t know how often it was saved.', followers);
  if (followers === null) return unknown('owner_size', () => 'We don’t know how many followers its owner has.');
  const size = () => `${compactNumber(followers)} ${followers === 1 ? 'follower' : 'followers'}`;
  const isSmall = followers <= MAX_OWNER_FOLLOWERS;
  return judged('owner_size', isSmall, followers, () => (isSmall ? `An account with ${size()} did this.` : `Its owner has ${size()}.`));
}
