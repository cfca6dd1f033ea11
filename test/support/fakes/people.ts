import type { ActDetails, ActName } from '#domain/audit/acts';
import type { PeoplePage, PeopleSearch, PersonDetail } from '#domain/people/contract';
import { People, type PersonAction } from '#domain/people/people';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { type Day, dayLabel } from '#domain/days';
import { PEOPLE_PER_PAGE } from '#server/people/postgres/people-sql';
import { FakeOwnData } from './auth-data';
import { type FakeAuthStore, FakeSessions } from './auth-store';

/** Over the records of the other fakes. No one has a linked account there, and paid Premium renews. */
export class FakePeople extends People {
  readonly #givenUntil = new Map<string, Date>();
  readonly #sessions: FakeSessions;
  readonly #ownData: FakeOwnData;

  constructor(private readonly store: FakeAuthStore) {
    super();
    this.#sessions = new FakeSessions(store);
    this.#ownData = new FakeOwnData(store);
  }

  async list({ query, page }: PeopleSearch, now: Date): Promise<PeoplePage> {
    const found = this.store.users
      .filter(({ email }) => email.startsWith(query))
      .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? -1 : 1));
    const shown = found.slice((page - 1) * PEOPLE_PER_PAGE, page * PEOPLE_PER_PAGE);
    return {
      people: shown.map(({ id }) => this.#personOf(id, now)),
      total: found.length,
      page,
      pages: Math.max(1, Math.ceil(found.length / PEOPLE_PER_PAGE)),
    };
  }

  async find(personId: string, now: Date): Promise<PersonDetail | null> {
    if (!this.#exists(personId)) return null;
    return { ...this.#personOf(personId, now), sessions: await this.#sessions.listFor(personId, '', now) };
  }

  async endSessions(action: PersonAction, sessionId: string | null): Promise<number> {
    const ended = this.store.sessions.filter(({ id, user_id }) => user_id === action.personId && (sessionId === null || id === sessionId));
    this.store.sessions = this.store.sessions.filter((session) => !ended.includes(session));
    if (ended.length > 0) this.#enter(action, 'sessions_ended', { sessions: ended.length });
    return ended.length;
  }

  async givePremium(action: PersonAction, lastDay: Day, end: Date): Promise<boolean> {
    if (!this.#exists(action.personId)) return false;
    this.#givenUntil.set(action.personId, end);
    this.#enter(action, 'premium_given', { until: dayLabel(lastDay) });
    return true;
  }

  async endGivenPremium(action: PersonAction): Promise<boolean> {
    if (this.#givenUntilOf(action.personId, action.now) === null) return false;
    this.#givenUntil.delete(action.personId);
    this.#enter(action, 'premium_ended');
    return true;
  }

  async deleteAccount(action: PersonAction, _email: string): Promise<boolean> {
    const isDeleted = await this.#ownData.deleteAccount(action.personId);
    if (isDeleted) this.#enter(action, 'account_deleted');
    return isDeleted;
  }

  #enter({ by, personId, now }: PersonAction, act: ActName, details: ActDetails = {}): void {
    this.store.entries.push({ by, at: now, act, target: personId, details });
  }

  #exists(personId: string): boolean {
    return this.store.users.some(({ id }) => id === personId);
  }

  #givenUntilOf(personId: string, now: Date): Date | null {
    const end = this.#givenUntil.get(personId) ?? null;
    return end !== null && end > now ? end : null;
  }

  #personOf(personId: string, now: Date) {
    const { id, email, role_id, is_confirmed, created_at } = this.store.user(personId);
    const lastSeenMs = Math.max(...this.store.sessions.filter(({ user_id }) => user_id === id).map(({ seen_at }) => seen_at.getTime()));
    return {
      id,
      email,
      name: null,
      is_admin: role_id === ADMIN_ROLE,
      is_confirmed,
      created_at: created_at.toISOString(),
      last_seen_at: Number.isFinite(lastSeenMs) ? new Date(lastSeenMs).toISOString() : null,
      is_paid: this.store.subscriberIds.has(id),
      paid_until: null,
      given_until: this.#givenUntilOf(id, now)?.toISOString() ?? null,
    };
  }
}
