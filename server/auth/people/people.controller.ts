import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { AuditRecord, GivenPremium, PeoplePage, PeopleSearch, PersonDeletion, PersonDetail } from '#domain/auth/people/contract';
import { deletePerson, endPersonSession, givePremium, listPeople, viewPerson } from '#domain/auth/people/endpoints';
import type { SignedInUser } from '#domain/auth/user';
import { ManagePeople } from '#server/auth/people/manage-people';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

const parseId = new Parse(viewPerson.params.id, 'id');

/** The accounts of others, for administrators only. */
@Controller('api/admin')
export class PeopleController {
  constructor(private readonly people: ManagePeople) {}

  @Get('people')
  @Header('cache-control', 'no-store')
  list(@Query(new Parse(listPeople.query)) search: PeopleSearch): Promise<PeoplePage> {
    return this.people.list(search);
  }

  @Get('people/:id')
  @Header('cache-control', 'no-store')
  view(@Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.view(id);
  }

  @Delete('people/:id/sessions')
  endSessions(@SignedIn() admin: SignedInUser, @Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.endSessions(admin.id, id, null);
  }

  @Delete('people/:id/sessions/:session_id')
  endSession(
    @SignedIn() admin: SignedInUser,
    @Param('id', parseId) id: string,
    @Param('session_id', new Parse(endPersonSession.params.session_id, 'session_id')) sessionId: string,
  ): Promise<PersonDetail> {
    return this.people.endSessions(admin.id, id, sessionId);
  }

  @Post('people/:id/premium')
  @HttpCode(200)
  givePremium(
    @SignedIn() admin: SignedInUser,
    @Body(new Parse(givePremium.body, 'body')) { until }: GivenPremium,
    @Param('id', parseId) id: string,
  ): Promise<PersonDetail> {
    return this.people.givePremium(admin.id, id, until);
  }

  @Delete('people/:id/premium')
  endGivenPremium(@SignedIn() admin: SignedInUser, @Param('id', parseId) id: string): Promise<PersonDetail> {
    return this.people.endGivenPremium(admin.id, id);
  }

  @Post('people/:id/deletion')
  @HttpCode(204)
  delete(
    @SignedIn() admin: SignedInUser,
    @Body(new Parse(deletePerson.body, 'body')) { email }: PersonDeletion,
    @Param('id', parseId) id: string,
  ): Promise<void> {
    return this.people.delete(admin.id, id, email);
  }

  @Get('audit')
  listAudit(): Promise<readonly AuditRecord[]> {
    return this.people.listAudit();
  }
}
