import { Controller, Header } from '@nestjs/common';
import { listTopics, saveSite, saveTopics, suggestFollows, suggestTopics, viewSite, viewToday } from '#domain/watching/today/endpoints';
import { ManageInterests } from '#server/watching/today/manage-interests';
import { ViewToday } from '#server/watching/today/view-today';
import { Handles, type Received } from '#server/http/handles';

/** What is new for a user, and what they pin about. */
@Controller()
export class TodayController {
  constructor(
    private readonly viewToday: ViewToday,
    private readonly interests: ManageInterests,
  ) {}

  @Handles(viewToday)
  view({ user, query }: Received<typeof viewToday>) {
    return this.viewToday.view(user, query);
  }

  @Handles(listTopics)
  listTopics({ user }: Received<typeof listTopics>) {
    return this.interests.listTopics(user);
  }

  @Handles(saveTopics)
  saveTopics({ user, body: { topics } }: Received<typeof saveTopics>) {
    return this.interests.saveTopics(user, topics);
  }

  @Handles(suggestTopics)
  @Header('cache-control', 'public, max-age=60')
  suggestTopics() {
    return this.interests.suggestTopics();
  }

  @Handles(viewSite)
  viewSite({ user }: Received<typeof viewSite>) {
    return this.interests.viewSite(user);
  }

  @Handles(saveSite)
  saveSite({ user, body: { site } }: Received<typeof saveSite>) {
    return this.interests.saveSite(user, site);
  }

  @Handles(suggestFollows)
  suggestFollows({ user }: Received<typeof suggestFollows>) {
    return this.interests.suggestFollows(user);
  }
}
