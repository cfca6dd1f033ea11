import { oneDecimal } from '#domain/numbers';

/** Events per visitor, one decimal; 0 where nobody came. */
export const engagementRate = (events: number, visitors: number): number => (visitors === 0 ? 0 : oneDecimal(events / visitors));
