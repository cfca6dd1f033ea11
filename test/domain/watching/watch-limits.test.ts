import {
  freeWatchLimits,
  keywordLimitSentence,
  premiumWatchLimits,
  ruleLimitSentence,
  searchLimitSentence,
} from '#domain/watching/watch-limits';

describe('a refusal beyond what a plan may watch', () => {
  it.each([
    ['a search to a free user', () => searchLimitSentence(freeWatchLimits.savedSearches), 'You can save 1 search. Premium saves up to 50.'],
    ['a search to a Premium user', () => searchLimitSentence(premiumWatchLimits.savedSearches), 'You can save up to 50 searches.'],
    [
      'keywords to a free user',
      () => keywordLimitSentence(freeWatchLimits.savedKeywords),
      'You can save 10 keywords, and with Premium 200.',
    ],
    ['keywords to a Premium user', () => keywordLimitSentence(premiumWatchLimits.savedKeywords), 'You can save up to 200 keywords.'],
    ['an alert rule to a Premium user', () => ruleLimitSentence(premiumWatchLimits.alertRules), 'You can have up to 50 alert rules.'],
  ])('says the limit, and that of Premium to users who have less: %s', (_, sentence, text) => {
    expect(sentence()).toBe(text);
  });
});
