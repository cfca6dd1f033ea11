import { Injectable } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { PeoplePage, PeopleSearch, PersonDetail } from '#domain/people/contract';
import { type PersonChange, refusalOf } from '#domain/people/person-changes';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { parseDay } from '#domain/days';
import { Conflict, InvalidInput, NotFound, NotPossible } from '#domain/errors';
import { endOfGivenPremium } from '#domain/people/given-premium';
import { People, type PersonAction } from '#server/people/postgres/people';

const noPerson = 'There is no such person.';

/** What administrators do to the accounts of others. */
@Injectable()
export class ManagePeople {
  constructor(
    private readonly people: People,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  list(search: PeopleSearch): Promise<PeoplePage> {
    return this.people.list(search, this.clock.now());
  }

  async view(personId: string): Promise<PersonDetail> {
    const person = await this.people.find(personId, this.clock.now());
    if (!person) throw new NotFound(noPerson);
    return person;
  }

  /** Ends one session, or all of them (null). */
  async endSessions(by: UserActor, personId: string, sessionId: string | null): Promise<PersonDetail> {
    const { action } = await this.#begin('end sessions', by, personId);
    const count = await this.people.endSessions(action, sessionId);
    if (sessionId !== null && count === 0) throw new NotFound('That session has already ended.');
    this.securityLog.record({ event: 'sessions-ended', user_id: personId, detail: 'by administrator' });
    return this.view(personId);
  }

  /** Gives Premium through a day, such as `2027-06-30`. */
  async givePremium(by: UserActor, personId: string, until: string): Promise<PersonDetail> {
    const { action } = await this.#begin('give Premium', by, personId);
    const lastDay = parseDay(until);
    if (lastDay === null) throw new InvalidInput(['until must be a day like 2026-08-23']);
    if (!(await this.people.givePremium(action, lastDay, endOfGivenPremium(lastDay, action.now)))) throw new NotFound(noPerson);
    this.securityLog.record({ event: 'premium-changed', user_id: personId, detail: 'given' });
    return this.view(personId);
  }

  async endGivenPremium(by: UserActor, personId: string): Promise<PersonDetail> {
    const { action } = await this.#begin('end Premium', by, personId);
    if (await this.people.endGivenPremium(action)) {
      this.securityLog.record({ event: 'premium-changed', user_id: personId, detail: 'given one ended' });
    }
    return this.view(personId);
  }

  /** Deletes an account. `typedEmail` must be its address, so that no other one is deleted by mistake. */
  async delete(by: UserActor, personId: string, typedEmail: string): Promise<void> {
    const { action, person } = await this.#begin('delete', by, personId);
    if (typedEmail.toLowerCase() !== person.email) throw new Conflict('That is not the address of this account.');
    if (!(await this.people.deleteAccount(action, person.email))) {
      throw new Conflict('This person still has a subscription that renews. It must be canceled before the account can be deleted.');
    }
    this.securityLog.record({ event: 'account-deleted', user_id: personId, detail: 'by administrator' });
  }

  async #begin(change: PersonChange, by: UserActor, personId: string): Promise<{ person: PersonDetail; action: PersonAction }> {
    const person = await this.view(personId);
    const refusal = refusalOf(change, person, by.id);
    if (refusal !== null) throw new NotPossible(refusal);
    return { person, action: { by, personId, now: this.clock.now() } };
  }
}
