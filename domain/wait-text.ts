const MAX_WAIT_IN_SECONDS = 60;
const MAX_WAIT_IN_MINUTES = 120;

const amount = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`);

/** A waiting time in words, rounded up so that no one comes too early: seconds up to a minute, minutes up to two hours, then hours. */
export function waitText(seconds: number): string {
  if (seconds < MAX_WAIT_IN_SECONDS) return amount(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= MAX_WAIT_IN_MINUTES ? amount(minutes, 'minute') : amount(Math.ceil(minutes / 60), 'hour');
}
