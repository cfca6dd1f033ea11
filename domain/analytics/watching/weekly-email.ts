import { pictureOf } from '#domain/catalog/picture';
import type { EntityType } from '#domain/catalog/variants';
import { type Day, shortDay } from '#domain/days';
import type { LockScope } from '#domain/jobs/lock-scope';
import type { Email, EmailTableRow } from '#domain/mail/email';
import type { EmailContext } from '#domain/mail/emails';
import { optionalEmailLinks } from '#domain/mail/optional-emails';
import { formatCount, oneDecimal, percentLabel } from '#domain/numbers';
import { entityPath } from '#domain/site/screens';

/** A watched entity and how it changed in a week. */
export interface Mover {
  readonly entity: EntityType;
  readonly entity_id: string;
  readonly title: string;
  readonly image_url: string | null;
  /** The default metric. */
  readonly value: number;
  /** Its growth over 7 days in percent. */
  readonly growth: number;
}

/** The weekly email has at most this many rows. */
export const MAX_WEEKLY_ROWS = 10;

/** The Monday of the week in which a day lies; day 0 was a Thursday. */
export const mondayOf = (day: Day): Day => day - ((day + 3) % 7);

/** What the default metric of an entity counts. */
export const valueNames = {
  board: ['follower', 'followers'],
  pinner: ['follower', 'followers'],
  pin: ['save', 'saves'],
} as const satisfies Record<EntityType, readonly [one: string, many: string]>;

/** The movers whose change is visible with one decimal, the largest change first. */
function visibleMovers(movers: readonly Mover[]): readonly Mover[] {
  const size = ({ growth }: Mover) => Math.abs(growth);
  return movers
    .filter(({ growth }) => oneDecimal(growth) !== 0)
    .toSorted((a, b) => size(b) - size(a) || (a.entity_id < b.entity_id ? -1 : 1));
}

function toRow(
  { entity, entity_id, title, image_url, value, growth }: Mover,
  origin: string,
  imageHosts: readonly string[],
): EmailTableRow {
  const picture = pictureOf(image_url, imageHosts)?.src ?? null;
  const [one, many] = valueNames[entity];
  return {
    title,
    url: `${origin}${entityPath(entity, entity_id)}`,
    image: picture?.startsWith('/') ? `${origin}${picture}` : picture,
    value: formatCount(value, one, many),
    change: percentLabel(growth),
  };
}

/** The parts of a weekly email that do not come from its movers. */
export interface WeeklyEmailContext extends EmailContext {
  /** Of the links that end the weekly emails. */
  readonly token: string;
  /** The last day of the week. */
  readonly lastDay: Day;
  /** The hosts that pictures may come from. */
  readonly imageHosts: readonly string[];
}

/** The email with what moved in a user's watchlists in a week; null if nothing did. */
export function weeklyEmail(
  { origin, to, user_id, token, lastDay, imageHosts }: WeeklyEmailContext,
  watched: readonly Mover[],
): Email | null {
  const movers = visibleMovers(watched);
  if (movers.length === 0) return null;
  const risingCount = movers.filter(({ growth }) => growth > 0).length;
  const fallingCount = movers.length - risingCount;
  const counts = [...(risingCount > 0 ? [`${risingCount} rising`] : []), ...(fallingCount > 0 ? [`${fallingCount} falling`] : [])].join(
    ', ',
  );
  const hiddenCount = movers.length - MAX_WEEKLY_ROWS;
  return {
    kind: 'weekly',
    to,
    user_id,
    subject: `Your watchlists this week: ${counts}`,
    paragraphs: [`This moved most in your watchlists in the seven days up to ${shortDay(lastDay)}.`],
    rows: movers.slice(0, MAX_WEEKLY_ROWS).map((mover) => toRow(mover, origin, imageHosts)),
    action: { label: 'Open my watchlists', url: `${origin}/watchlists` },
    ...(hiddenCount > 0 ? { after: [`${hiddenCount} more moved less.`] } : {}),
    unsubscribe: { ...optionalEmailLinks(origin, token), reason: 'you switched on the weekly email' },
  };
}

/** Queues the weekly emails. */
export abstract class WeeklyEmails {
  /**
   * Queues the emails of the week that ended before a Monday, for every confirmed user who has them on and whose watchlists have moved.
   * However often, concurrently, or interrupted it runs, a user gets one email for a week. Returns how many this call queued.
   */
  abstract enqueue(scope: LockScope, monday: Day, now: Date): Promise<number>;
}
