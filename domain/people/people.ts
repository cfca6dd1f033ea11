import type { UserActor } from '#domain/audit/acts';
import type { PeoplePage, PeopleSearch, PersonDetail } from '#domain/people/contract';
import type { Day } from '#domain/days';

/** Who acts on whom, and when. */
export interface PersonAction {
  readonly by: UserActor;
  readonly personId: string;
  readonly now: Date;
}

/**
 * The accounts as administrators see them. Each change is one transaction with its entry in the audit, which outlives both accounts
 * without their addresses. A person who is deleted meanwhile is like one with nothing to change.
 */
export abstract class People {
  abstract list(search: PeopleSearch, now: Date): Promise<PeoplePage>;

  abstract find(personId: string, now: Date): Promise<PersonDetail | null>;

  /** Ends one session, or all of them (null). Returns how many ended; none is no change. */
  abstract endSessions(action: PersonAction, sessionId: string | null): Promise<number>;

  /** Gives Premium through `lastDay`, which ends at `end`, instead of what was given before. Returns false without such a person. */
  abstract givePremium(action: PersonAction, lastDay: Day, end: Date): Promise<boolean>;

  /** Ends given Premium now. What the person pays for goes on. Returns false when none was given. */
  abstract endGivenPremium(action: PersonAction): Promise<boolean>;

  /** Deletes the account as its owner would. Returns false, and deletes nothing, while it has a subscription that is not canceled. */
  abstract deleteAccount(action: PersonAction, email: string): Promise<boolean>;
}
