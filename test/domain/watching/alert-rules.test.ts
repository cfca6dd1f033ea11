import { AlertRuleInput } from '#domain/watching/alerts/contract';
import { type Condition, conditionOf, type ItemFigure, judge, judgeFigures, meets, type RuleInput } from '#domain/watching/alerts/rules';
import { alertPath, alertSentence, daysOfPeriod, ruleSentence } from '#domain/watching/alerts/sentences';

const LIST = '0b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f';

const aCondition = (over: Partial<Condition>): Condition => ({
  measure: 'momentum',
  direction: 'above',
  threshold: 60,
  period: null,
  ...over,
});

describe('an alert rule', () => {
  it.each<[RuleInput, string | null]>([
    [{ measure: 'momentum', threshold: 60, watchlist_id: LIST }, null],
    [{ measure: 'momentum', threshold: 0, direction: 'below', watchlist_id: LIST }, null],
    [{ measure: 'growth', threshold: -12.5, period: '7_days', watchlist_id: LIST }, null],
    [{ measure: 'count', threshold: 2_147_483_647, watchlist_id: LIST }, null],
    [{ measure: 'stale', threshold: 14, watchlist_id: LIST }, null],
    [{ measure: 'growth', threshold: -5, direction: 'below', period: '7_days', watchlist_id: LIST }, null],
    [{ measure: 'momentum', threshold: 20, direction: 'below', watchlist_id: LIST }, null],
    [{ measure: 'count', threshold: 100, direction: 'below', watchlist_id: LIST }, null],
    [{ measure: 'new_match', saved_search_id: LIST }, null],
    [{ measure: 'momentum', threshold: 60, watched_item_id: LIST }, null],
    [{ measure: 'jump', watchlist_id: LIST }, null],
    [{ measure: 'gone', watched_item_id: LIST }, null],
    [{ measure: 'gone', watchlist_id: LIST, threshold: 1 }, 'threshold is not part of gone'],
    [{ measure: 'jump', watchlist_id: LIST, direction: 'below' }, 'direction must be above for jump'],
    [{ measure: 'gone', watchlist_id: LIST, watched_item_id: LIST }, "watchlist_id can't be combined with watched_item_id"],
    [{ measure: 'new_match', saved_search_id: LIST, watched_item_id: LIST }, 'watched_item_id is not part of new_match'],
    [{ measure: 'gone' }, 'watchlist_id is missing: gone needs it'],
    [{ measure: 'momentum', threshold: 60 }, 'watchlist_id is missing: momentum needs it'],
    [{ measure: 'momentum', watchlist_id: LIST }, 'threshold is missing: momentum needs it'],
    [{ measure: 'momentum', threshold: 101, watchlist_id: LIST }, 'threshold must be from 0 to 100'],
    [{ measure: 'momentum', threshold: -1, watchlist_id: LIST }, 'threshold must be from 0 to 100'],
    [{ measure: 'momentum', threshold: 60.5, watchlist_id: LIST }, 'threshold must be a whole number'],
    [{ measure: 'growth', threshold: 1.25, period: '7_days', watchlist_id: LIST }, 'threshold must have one decimal at most'],
    [{ measure: 'growth', threshold: 1, watchlist_id: LIST }, 'period is missing: growth needs it'],
    [{ measure: 'count', threshold: 1, period: '7_days', watchlist_id: LIST }, 'period is not part of count'],
    [{ measure: 'count', threshold: 2_147_483_648, watchlist_id: LIST }, 'threshold must be from 0 to 2147483647'],
    [{ measure: 'stale', threshold: 0, watchlist_id: LIST }, 'threshold must be from 1 to 3650'],
    [{ measure: 'stale', threshold: 14, direction: 'below', watchlist_id: LIST }, 'direction must be above for stale'],
    [{ measure: 'new_match', saved_search_id: LIST, watchlist_id: LIST }, 'watchlist_id is not part of new_match'],
    [{ measure: 'new_match', saved_search_id: LIST, threshold: 1 }, 'threshold is not part of new_match'],
    [{ measure: 'new_match' }, 'saved_search_id is missing: new_match needs it'],
    [{ measure: 'momentum', threshold: 60, watchlist_id: LIST, saved_search_id: LIST }, 'saved_search_id is not part of momentum'],
  ])('of %j is refused with: %s', (input, fault) => {
    const { error } = AlertRuleInput.safeParse(input);
    expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []).toEqual(fault === null ? [] : [fault]);
  });

  it('counts the days of its period, none without one', () => {
    expect([daysOfPeriod('30_days'), daysOfPeriod(null)]).toEqual([30, 0]);
  });

  it('looks for rising figures unless it says otherwise', () => {
    expect(conditionOf({ measure: 'stale', threshold: 3, watchlist_id: LIST })).toEqual({
      measure: 'stale',
      direction: 'above',
      threshold: 3,
      period: null,
    });
    expect(conditionOf({ measure: 'growth', threshold: 3, direction: 'below', period: '7_days' })).toMatchObject({
      direction: 'below',
      period: '7_days',
    });
  });

  it.each([
    ['above', 60, true],
    ['above', 59.9, false],
    ['above', 61, true],
    ['below', 60, true],
    ['below', 60.1, false],
    ['below', 0, true],
    ['above', null, null],
    ['below', null, null],
  ] as const)('with %s 60 and a figure of %s holds: %s', (direction, figure, holds) => {
    expect(meets(aCondition({ direction }), figure)).toBe(holds);
  });

  it.each([
    ['jump', 20_000, true],
    ['jump', 0, false],
    ['jump', null, null],
    ['gone', 1, true],
    ['gone', 0, false],
  ] as const)('about a %s with a figure of %s holds: %s', (measure, figure, holds) => {
    expect(meets(aCondition({ measure, threshold: null }), figure)).toBe(holds);
  });

  it('without a threshold says nothing about a figure', () => {
    expect(meets(aCondition({ measure: 'new_match', threshold: null }), 5)).toBeNull();
  });

  it.each([
    ['tells once when a figure reaches the threshold', 62, { isKnown: true, didMatch: false }, { matches: true, isTold: true }],
    ['says nothing while it stays there', 64, { isKnown: true, didMatch: true }, { matches: true, isTold: false }],
    ['says nothing when it leaves', 50, { isKnown: true, didMatch: true }, { matches: false, isTold: false }],
    ['says nothing of what was so before the rule or the item', 62, { isKnown: false, didMatch: false }, { matches: true, isTold: false }],
    ['remembers a match while the figure is unknown', null, { isKnown: true, didMatch: true }, { matches: true, isTold: false }],
    ['takes an unknown figure for no match', null, { isKnown: true, didMatch: false }, { matches: false, isTold: false }],
  ] as const)('%s', (_, figure, before, outcome) => {
    expect(judge(aCondition({}), figure, before)).toEqual(outcome);
  });

  it('keeps what matches, and tells users with Premium what began to', () => {
    const rules = ['premium', 'free'].map((_id) => ({ _id, ...aCondition({}) }));
    const figureOf = (rule_id: string, entity_id: string, figure: number | null, before: Partial<ItemFigure> = {}): ItemFigure => ({
      rule_id,
      entity: 'board',
      entity_id,
      title: `Title ${entity_id}`,
      figure,
      isKnown: true,
      didMatch: false,
      ...before,
    });
    const figures = [
      figureOf('premium', 'begins', 62),
      figureOf('premium', 'stays', 62, { didMatch: true }),
      figureOf('premium', 'is new', 62, { isKnown: false }),
      figureOf('premium', 'ends', 59, { didMatch: true }),
      figureOf('premium', 'is unknown', null, { didMatch: true }),
      figureOf('free', 'begins', 62),
      figureOf('is gone', 'begins', 62),
    ];
    const { matches, alerts } = judgeFigures(rules, figures, (id) => id === 'premium');
    expect(matches.map(({ rule_id, entity_id }) => `${rule_id}: ${entity_id}`)).toStrictEqual([
      'premium: begins',
      'premium: stays',
      'premium: is new',
      'premium: is unknown',
      'free: begins',
    ]);
    expect(alerts).toStrictEqual([{ rule_id: 'premium', entity: 'board', entity_id: 'begins', title: 'Title begins', value: 62 }]);
  });

  it.each<[Partial<Condition>, string]>([
    [{}, 'Momentum rises to 60'],
    [{ direction: 'below', threshold: 30 }, 'Momentum falls to 30'],
    [{ measure: 'growth', period: '30_days', threshold: 10 }, 'Growth over 30 days rises to +10.0%'],
    [{ measure: 'growth', period: '7_days', threshold: -5.5, direction: 'below' }, 'Growth over 7 days falls to -5.5%'],
    [{ measure: 'count', threshold: 10_000 }, 'The number of followers or saves rises to 10,000'],
    [{ measure: 'stale', threshold: 1 }, 'A board has not changed for 1 day'],
    [{ measure: 'stale', threshold: 14 }, 'A board has not changed for 14 days'],
    [{ measure: 'jump', threshold: null }, 'Most of a gain comes in one jump'],
    [{ measure: 'gone', threshold: null }, 'Something is gone'],
    [{ measure: 'new_match', threshold: null }, 'New rows match the search'],
  ])('%j reads: %s', (over, sentence) => {
    expect(ruleSentence(aCondition(over))).toBe(sentence);
  });
});

describe('an alert', () => {
  it.each<[Partial<Condition>, 'board' | 'pinner' | 'pin', number, string]>([
    [{}, 'board', 61.6, 'Momentum rose to 62.'],
    [{ direction: 'below' }, 'board', 28, 'Momentum fell to 28.'],
    [{ measure: 'growth', period: '30_days' }, 'pin', 12.34, 'Growth over 30 days rose to +12.3%.'],
    [{ measure: 'growth', period: '7_days', direction: 'below' }, 'pin', -4, 'Growth over 7 days fell to -4.0%.'],
    [{ measure: 'count' }, 'pinner', 10_234, 'Rose to 10,234 followers.'],
    [{ measure: 'count', direction: 'below' }, 'pin', 1, 'Fell to 1 save.'],
    [{ measure: 'stale' }, 'board', 1, 'No change for 1 day.'],
    [{ measure: 'stale' }, 'board', 15, 'No change for 15 days.'],
    [
      { measure: 'jump', threshold: null },
      'board',
      20_770,
      'One jump: more than half of the gain in 90 days came on three days, most of it on Nov 13.',
    ],
    [
      { measure: 'jump', threshold: null },
      'board',
      20_440,
      'One jump: more than half of the gain in 90 days came on three days, most of it on Dec 18, 2025.',
    ],
    [{ measure: 'gone', threshold: null }, 'pin', 1, 'No longer found on Pinterest or in the catalog.'],
    [{ measure: 'new_match', threshold: null }, 'board', 3, '3 new boards.'],
    [{ measure: 'new_match', threshold: null }, 'pinner', 1, '1 new influencer.'],
  ])('of %j about a %s with %d reads: %s', (over, entity, value, sentence) => {
    expect(alertSentence({ ...aCondition(over), entity, value, day: 20_780 })).toBe(sentence);
  });

  it('leads to its entity or search, and nowhere when that is gone', () => {
    const board = { measure: 'momentum', entity: 'board', entity_id: 'x/1', search: null } as const;
    expect(alertPath(board)).toBe('/board/x%2F1/');
    expect(alertPath({ ...board, measure: 'gone' })).toBeNull();
    const search = { measure: 'new_match', entity: 'pin', entity_id: null, search: { variant: 'pins', query: 'topic=food' } } as const;
    expect(alertPath(search)).toBe('/pins?topic=food&read=any');
    expect(alertPath({ ...search, search: null })).toBeNull();
  });
});
