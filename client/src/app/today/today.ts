import { useState } from 'react';
import { api } from '../../api/api';
import { type Resource, useResource } from '../../api/use-resource';
import type { Today } from '#domain/watching/today/contract';
import { dayLabel } from '#domain/days';
import { readStored, store } from '../../site/storage';
import { present } from '../../ui/format';

/** Where topics were kept before accounts had them, as the `topic` filter writes them. */
const TOPICS_KEY = 'topics';
const VISITS_KEY = 'visits';

/** The day of this visit and of the last one on another day. */
interface Visits {
  readonly day: string;
  readonly previous: string | null;
}

function parseVisits(text: string | null): Visits | null {
  const [, day, previous] = /^(\d{4}-\d\d-\d\d) ?(\d{4}-\d\d-\d\d)?$/.exec(text ?? '') ?? [];
  return day === undefined ? null : { day, previous: previous ?? null };
}

/** Records that the user is here today, and returns the day of the visit before in this browser; null if this is the first. */
export function recordVisit(today: string): string | null {
  const before = parseVisits(readStored(VISITS_KEY));
  const previous = before === null ? null : before.day < today ? before.day : before.previous;
  store(VISITS_KEY, previous === null ? today : `${today} ${previous}`);
  return previous;
}

/** Gives the account the topics of this browser, once, unless it has its own. */
async function takeOverTopics(): Promise<void> {
  const kept = readStored(TOPICS_KEY);
  if (kept === null) return;
  const topics = (kept.match(/(?:\\.|[^\\,])+/g) ?? []).map((topic) => topic.replace(/\\(.)/g, '$1').trim());
  const { topics: own } = await api('GET /users/me/topics');
  if (own.length === 0 && topics.length > 0) await api('PUT /users/me/topics', { body: { topics } });
  store(TOPICS_KEY, null);
}

/** What is new since the last visit. */
export function useToday(): Resource<Today> {
  const [since] = useState(() => recordVisit(dayLabel(present.day)));
  return useResource('today', async (signal) => {
    await takeOverTopics().catch(() => undefined);
    return api('GET /users/me/today', { query: since === null ? {} : { since }, signal });
  });
}

const NOON_HOUR = 12;
const EVENING_HOUR = 18;
const dateFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', day: 'numeric', month: 'short' });

/** `Good morning. Monday, Nov 23`, in the time of the browser. */
export function greeting(now: Date): string {
  const hour = now.getHours();
  return `Good ${hour < NOON_HOUR ? 'morning' : hour < EVENING_HOUR ? 'afternoon' : 'evening'}. ${dateFormat.format(now)}`;
}
