import { useEffect } from 'react';
import type { SavedSearch } from '#domain/watching/contract';
import { dayOf } from '#domain/days';
import { formatCount } from '#domain/numbers';
import { variantNouns } from '#domain/catalog/variants';
import { api } from '../api/api';
import type { Resource } from '../api/resource';
import { useUser } from '../site/session';
import { formatDay } from '../ui/format';
import { createUserData } from '../site/user-data';

/** The user's saved searches. */
export const savedSearches = createUserData<readonly SavedSearch[]>('searches', (signal) =>
  api('GET /users/me/saved-searches', { signal }),
);

/** The saved searches for a screen, which loads them again for the current numbers of new rows. */
export function useSavedSearches(): Resource<readonly SavedSearch[]> {
  const userId = useUser()?.id;
  useEffect(() => {
    if (userId !== undefined) void savedSearches.reload();
  }, [userId]);
  return savedSearches.useLoaded(false);
}

/**
 * Shows a change that was saved, without loading all searches again, which counts the new rows of each and has a limit. A request in flight
 * may not know the change: then they are loaded again.
 */
export async function showSavedChange(
  { data, busy, setData, reload }: Resource<readonly SavedSearch[]>,
  change: (searches: readonly SavedSearch[]) => readonly SavedSearch[],
): Promise<void> {
  if (data && !busy) setData(change(data));
  else await reload();
}

/** Records that a search was opened: its rows are no longer new. The list that stays on screen, if there is one, shows so at once. */
export async function openSavedSearch({ _id: id }: SavedSearch, shown: Resource<readonly SavedSearch[]> | null = null): Promise<void> {
  try {
    await api('POST /users/me/saved-searches/:id/seen', { params: { id } });
  } catch {
    return savedSearches.reload();
  }
  const seen = { new_count: 0, seen_at: new Date().toISOString() };
  if (shown) await showSavedChange(shown, (searches) => searches.map((one) => (one._id === id ? { ...one, ...seen } : one)));
  else await savedSearches.reload();
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const DAYS_NAMED_BY_WEEKDAY = 6;

/** What a day is called after "since": `today`, `Tuesday`, and a date after a week. */
export function sinceName(iso: string, now: Date = new Date()): string {
  const day = new Date(iso);
  const dayCount = dayOf(now) - dayOf(day);
  return dayCount === 0 ? 'today' : dayCount <= DAYS_NAMED_BY_WEEKDAY ? weekday.format(day) : formatDay(iso);
}

/** `12 new boards since Tuesday`; a date after a week. */
export function newRowsText({ variant, new_count: count, seen_at }: SavedSearch, now: Date): string {
  if (count === null) return 'Part of Premium';
  const { one, many } = variantNouns[variant];
  const since = sinceName(seen_at, now);
  return count === 0 ? `Nothing new since ${since}` : `${formatCount(count, `new ${one}`, `new ${many}`)} since ${since}`;
}
