import { oneDecimal } from '#domain/numbers';

/** Events per visitor with one decimal; 0 without visitors. */
export const engagementRate = (events: number, visitors: number): number => (visitors === 0 ? 0 : oneDecimal(events / visitors));
