import { Body, Controller, Param, Query } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { GivenPremium, PeoplePage, PeopleSearch, PersonDeletion, PersonDetail } from '#domain/people/contract';
import {
  deletePerson,
  endGivenPremium,
  endPersonSession,
  endPersonSessions,
  givePremium,
  listPeople,
  viewPerson,
} from '#domain/people/endpoints';
import { ManagePeople } from '#server/people/manage-people';
import { Acting } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

const parseId = new Parse(viewPerson.params.id, 'id');

/** The accounts of others, for administrators only. */
@Controller()
export class PeopleController {
  constructor(private readonly people: ManagePeople) {}

  @Handles(listPeople)
  list(@Query(new Parse(listPeople.query)) search: PeopleSearch): Promise<PeoplePage> {
    return this.people.list(search);
  }

  @Handles(viewPerson)
  view(@Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.view(id);
  }

  @Handles(endPersonSessions)
  endSessions(@Acting() by: UserActor, @Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.endSessions(by, id, null);
  }

  @Handles(endPersonSession)
  endSession(
    @Acting() by: UserActor,
    @Param('id', parseId) id: string,
    @Param('session_id', new Parse(endPersonSession.params.session_id, 'session_id')) sessionId: string,
  ): Promise<PersonDetail> {
    return this.people.endSessions(by, id, sessionId);
  }

  @Handles(givePremium)
  givePremium(
    @Acting() by: UserActor,
    @Body(new Parse(givePremium.body)) { until }: GivenPremium,
    @Param('id', parseId) id: string,
  ): Promise<PersonDetail> {
    return this.people.givePremium(by, id, until);
  }

  @Handles(endGivenPremium)
  endGivenPremium(@Acting() by: UserActor, @Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.endGivenPremium(by, id);
  }

  @Handles(deletePerson)
  delete(
    @Acting() by: UserActor,
    @Body(new Parse(deletePerson.body)) { email }: PersonDeletion,
    @Param('id', parseId) id: string,
  ): Promise<void> {
    return this.people.delete(by, id, email);
  }
}
