/** A board or an influencer is active with a change in this many days. */
export const ACTIVE_WITHIN_DAYS = 14;

/** The days of the growth that counts as growing. */
export const GROWING_DAYS = 90;

/** The growth over these days, in percent, that counts as growing: 1% a month, as for a rising trend. */
export const MIN_GROWING_PERCENT = 3;

/** The growth over a period that counts as growing: the same pace. */
export const minGrowingPercent = (days: number): number => (MIN_GROWING_PERCENT * days) / GROWING_DAYS;

/** In shorter periods three days are so large a share that a jump says nothing. */
export const MIN_STEADY_DAYS = 30;

/** With fewer known pins, a median says nothing. */
export const MIN_KNOWN_PINS = 5;

/** The median saves of known pins that count as reach. */
export const MIN_REACH_SAVES = 10;

/** With more pins a week per collaborator, a board is crowded. */
export const MAX_WEEKLY_PINS_PER_COLLABORATOR = 7;

/** The days over which pins a week and new saves are counted. */
export const RECENT_DAYS = 30;
/** The first and the last reading of them must be this many days apart. */
export const MIN_RECENT_DAYS = RECENT_DAYS / 2;

/** Older pins show what worked, not what works. */
export const MAX_PIN_AGE_DAYS = 365;

/** With more followers, an owner's size alone explains the saves of a pin. */
export const MAX_OWNER_FOLLOWERS = 10_000;
