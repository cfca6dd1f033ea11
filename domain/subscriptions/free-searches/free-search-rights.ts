import type { Viewer } from '#domain/auth/viewer';
import { hasEntitlement } from '#domain/subscriptions/entitlements';

/** The most that a site can give confirmed accounts a day. */
export const MAX_FREE_SEARCHES_PER_DAY = 100;

/**
 * How a viewer may search by keyword: without a limit (`open`), a number of times a day (`counted`, until they are `used_up`), or not before
 * confirming the address (`to_confirm`), signing up (`to_sign_up`), or buying Premium (`locked`).
 */
export type SearchAccess = 'open' | 'counted' | 'used_up' | 'to_confirm' | 'to_sign_up' | 'locked';

/** Returns how a viewer may search where confirmed accounts have `perDay` free searches. `left` are the ones of today, if known. */
export function searchAccessOf(viewer: Viewer, perDay = 0, left: number | null = null): SearchAccess {
  if (hasEntitlement(viewer, 'keyword_search')) return 'open';
  if (perDay === 0) return 'locked';
  if (viewer.kind === 'anonymous') return 'to_sign_up';
  if (!viewer.user.is_confirmed) return 'to_confirm';
  return left === 0 ? 'used_up' : 'counted';
}

/** The response header with the free searches that a user has left today. */
export const FREE_SEARCHES_LEFT_HEADER = 'x-free-searches-left';

/** Whether a viewer with this access may search by keyword now. */
export const canSearchWith = (access: SearchAccess): boolean => access === 'open' || access === 'counted';
