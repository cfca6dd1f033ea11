import {
  FollowSuggestions,
  OwnSite,
  SiteToSave,
  Today,
  TodayQuery,
  TopicSuggestions,
  TopicsToSave,
  UserTopics,
} from '#domain/watching/today/contract';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';

const readLimits = [perUser('today', 60, MINUTE_MS)];
const writeLimits = [perUser('interests', 30, MINUTE_MS)];

export const viewToday = endpoint('GET /users/me/today', {
  summary: 'Returns what is new for you: what you watch, your topics, your site, and your saved searches.',
  isReadableByKey: true,
  limits: readLimits,
  query: TodayQuery,
  response: Today,
  returns: 'What is new. Momentum and opportunity only with Premium.',
});

export const listTopics = endpoint('GET /users/me/topics', {
  summary: 'Lists the topics that you pin about.',
  isReadableByKey: true,
  limits: readLimits,
  response: UserTopics,
  returns: 'The topics.',
});

export const saveTopics = endpoint('PUT /users/me/topics', {
  summary: 'Replaces the topics that you pin about.',
  limits: writeLimits,
  body: TopicsToSave,
  response: UserTopics,
  returns: 'The topics as they are stored.',
});

export const suggestTopics = endpoint('GET /topics', {
  summary: 'Lists the topics that most of the most saved pins have, with pictures.',
  access: 'anyone',
  isReadableByKey: true,
  response: TopicSuggestions,
  returns: 'The topics, those with the most pins first; at most ten minutes old.',
});

export const viewSite = endpoint('GET /users/me/site', {
  summary: 'Returns your own pins in the catalog.',
  isReadableByKey: true,
  limits: readLimits,
  response: OwnSite,
  returns: 'The pins of the site that you gave, else of the website of a linked account.',
});

export const saveSite = endpoint('PUT /users/me/site', {
  summary: 'Replaces your site or Pinterest user name.',
  limits: writeLimits,
  body: SiteToSave,
  response: OwnSite,
  returns: 'Your own pins in the catalog.',
});

export const suggestFollows = endpoint('GET /users/me/suggestions', {
  summary: 'Suggests boards and influencers to watch, by your topics and your site.',
  isReadableByKey: true,
  limits: readLimits,
  response: FollowSuggestions,
  returns: 'What you do not watch yet.',
});
