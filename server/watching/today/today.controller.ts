import { Body, Controller, Header, Query } from '@nestjs/common';
import type {
  FollowSuggestions,
  OwnSite,
  SiteToSave,
  Today,
  TodayQuery,
  TopicsToSave,
  TopicSuggestions,
  UserTopics,
} from '#domain/watching/today/contract';
import { listTopics, saveSite, saveTopics, suggestFollows, suggestTopics, viewSite, viewToday } from '#domain/watching/today/endpoints';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageInterests } from '#server/watching/today/manage-interests';
import { ViewToday } from '#server/watching/today/view-today';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** What is new for a user, and what they pin about. */
@Controller()
export class TodayController {
  constructor(
    private readonly viewToday: ViewToday,
    private readonly interests: ManageInterests,
  ) {}

  @Handles(viewToday)
  view(@SignedIn() user: SignedInUser, @Query(new Parse(viewToday.query)) query: TodayQuery): Promise<Today> {
    return this.viewToday.view(user, query);
  }

  @Handles(listTopics)
  listTopics(@SignedIn() user: SignedInUser): Promise<UserTopics> {
    return this.interests.listTopics(user);
  }

  @Handles(saveTopics)
  saveTopics(@SignedIn() user: SignedInUser, @Body(new Parse(saveTopics.body)) { topics }: TopicsToSave): Promise<UserTopics> {
    return this.interests.saveTopics(user, topics);
  }

  @Handles(suggestTopics)
  @Header('cache-control', 'public, max-age=60')
  suggestTopics(): Promise<TopicSuggestions> {
    return this.interests.suggestTopics();
  }

  @Handles(viewSite)
  viewSite(@SignedIn() user: SignedInUser): Promise<OwnSite> {
    return this.interests.viewSite(user);
  }

  @Handles(saveSite)
  saveSite(@SignedIn() user: SignedInUser, @Body(new Parse(saveSite.body)) { site }: SiteToSave): Promise<OwnSite> {
    return this.interests.saveSite(user, site);
  }

  @Handles(suggestFollows)
  suggestFollows(@SignedIn() user: SignedInUser): Promise<FollowSuggestions> {
    return this.interests.suggestFollows(user);
  }
}
