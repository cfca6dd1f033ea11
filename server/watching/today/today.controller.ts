import { Body, Controller, Get, Header, Put, Query } from '@nestjs/common';
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
import { saveSite, saveTopics, viewToday } from '#domain/watching/today/endpoints';
import type { SignedInUser } from '#domain/auth/viewer';
import { ManageInterests } from '#server/watching/today/manage-interests';
import { ViewToday } from '#server/watching/today/view-today';
import { SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

/** What is new for a user, and what they pin about. */
@Controller('api')
export class TodayController {
  constructor(
    private readonly viewToday: ViewToday,
    private readonly interests: ManageInterests,
  ) {}

  @Get('users/me/today')
  view(@SignedIn() user: SignedInUser, @Query(new Parse(viewToday.query)) query: TodayQuery): Promise<Today> {
    return this.viewToday.view(user, query);
  }

  @Get('users/me/topics')
  listTopics(@SignedIn() user: SignedInUser): Promise<UserTopics> {
    return this.interests.listTopics(user);
  }

  @Put('users/me/topics')
  saveTopics(@SignedIn() user: SignedInUser, @Body(new Parse(saveTopics.body, 'body')) { topics }: TopicsToSave): Promise<UserTopics> {
    return this.interests.saveTopics(user, topics);
  }

  @Get('topics')
  @Header('cache-control', 'public, max-age=60')
  suggestTopics(): Promise<TopicSuggestions> {
    return this.interests.suggestTopics();
  }

  @Get('users/me/site')
  viewSite(@SignedIn() user: SignedInUser): Promise<OwnSite> {
    return this.interests.viewSite(user);
  }

  @Put('users/me/site')
  saveSite(@SignedIn() user: SignedInUser, @Body(new Parse(saveSite.body, 'body')) { site }: SiteToSave): Promise<OwnSite> {
    return this.interests.saveSite(user, site);
  }

  @Get('users/me/suggestions')
  suggestFollows(@SignedIn() user: SignedInUser): Promise<FollowSuggestions> {
    return this.interests.suggestFollows(user);
  }
}
