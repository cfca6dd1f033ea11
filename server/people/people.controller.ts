import { Controller } from '@nestjs/common';
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
import { Handles, type Received } from '#server/http/handles';

/** The accounts of others, for administrators only. */
@Controller()
export class PeopleController {
  constructor(private readonly people: ManagePeople) {}

  @Handles(listPeople)
  list({ query: search }: Received<typeof listPeople>) {
    return this.people.list(search);
  }

  @Handles(viewPerson)
  view({ params: { id } }: Received<typeof viewPerson>) {
    return this.people.view(id);
  }

  @Handles(endPersonSessions)
  endSessions({ by, params: { id } }: Received<typeof endPersonSessions>) {
    return this.people.endSessions(by, id, null);
  }

  @Handles(endPersonSession)
  endSession({ by, params: { id, session_id: sessionId } }: Received<typeof endPersonSession>) {
    return this.people.endSessions(by, id, sessionId);
  }

  @Handles(givePremium)
  givePremium({ by, params: { id }, body: { until } }: Received<typeof givePremium>) {
    return this.people.givePremium(by, id, until);
  }

  @Handles(endGivenPremium)
  endGivenPremium({ by, params: { id } }: Received<typeof endGivenPremium>) {
    return this.people.endGivenPremium(by, id);
  }

  @Handles(deletePerson)
  delete({ by, params: { id }, body: { email } }: Received<typeof deletePerson>) {
    return this.people.delete(by, id, email);
  }
}
