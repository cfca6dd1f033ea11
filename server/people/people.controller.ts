import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { GivenPremium, PeoplePage, PeopleSearch, PersonDeletion, PersonDetail } from '#domain/people/contract';
import { deletePerson, endPersonSession, givePremium, listPeople, viewPerson } from '#domain/people/endpoints';
import { ManagePeople } from '#server/people/manage-people';
import { Acting } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const parseId = new Parse(viewPerson.params.id, 'id');

/** The accounts of others, for administrators only. */
@Controller('api/admin/people')
export class PeopleController {
  constructor(private readonly people: ManagePeople) {}

  @Get()
  @Header('cache-control', 'no-store')
  list(@Query(new Parse(listPeople.query)) search: PeopleSearch): Promise<PeoplePage> {
    return this.people.list(search);
  }

  @Get(':id')
  @Header('cache-control', 'no-store')
  view(@Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.view(id);
  }

  @Delete(':id/sessions')
  endSessions(@Acting() by: UserActor, @Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.endSessions(by, id, null);
  }

  @Delete(':id/sessions/:session_id')
  endSession(
    @Acting() by: UserActor,
    @Param('id', parseId) id: string,
    @Param('session_id', new Parse(endPersonSession.params.session_id, 'session_id')) sessionId: string,
  ): Promise<PersonDetail> {
    return this.people.endSessions(by, id, sessionId);
  }

  @Post(':id/premium')
  @HttpCode(200)
  givePremium(
    @Acting() by: UserActor,
    @Body(new Parse(givePremium.body, 'body')) { until }: GivenPremium,
    @Param('id', parseId) id: string,
  ): Promise<PersonDetail> {
    return this.people.givePremium(by, id, until);
  }

  @Delete(':id/premium')
  endGivenPremium(@Acting() by: UserActor, @Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.endGivenPremium(by, id);
  }

  @Post(':id/deletion')
  @HttpCode(204)
  delete(
    @Acting() by: UserActor,
    @Body(new Parse(deletePerson.body, 'body')) { email }: PersonDeletion,
    @Param('id', parseId) id: string,
  ): Promise<void> {
    return this.people.delete(by, id, email);
  }
}
