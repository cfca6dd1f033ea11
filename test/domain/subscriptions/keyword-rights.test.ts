import { anonymous, type Viewer } from '#domain/auth/viewer';
import { defaultKeywordOrder, keywordPageRefusalSentence, seesKeywordInsights } from '#domain/subscriptions/search-rights';

const viewer = (role_id: number, is_premium: boolean): Viewer => ({ kind: 'user', user: { role_id, is_premium, is_confirmed: true } });
const [free, premium, admin] = [viewer(2, false), viewer(2, true), viewer(1, false)];
const request = { order_by: 'pins', page: 3, per_page: 10 } as const;

describe('the keywords of a plan', () => {
  it.each([
    [request, null],
    [{ ...request, order_by: 'competition' }, null],
    [{ ...request, order_by: 'momentum' }, null],
    [{ ...request, page: 4 }, 'More pages are part of Premium.'],
    [{ ...request, per_page: 11 }, 'More pages are part of Premium.'],
    [{ ...request, order_by: 'opportunity' }, 'Related keywords and opportunity are part of Premium.'],
  ] as const)('are three pages without opportunity: %j', (asked, sentence) => {
    for (const each of [anonymous, free]) expect(keywordPageRefusalSentence(each, asked)).toBe(sentence);
    for (const each of [premium, admin]) expect(keywordPageRefusalSentence(each, asked)).toBeNull();
  });

  it('begin with the best opportunity, or without Premium with the most pins', () => {
    expect([anonymous, free, premium, admin].map(defaultKeywordOrder)).toEqual(['pins', 'pins', 'opportunity', 'opportunity']);
    expect([anonymous, free, premium, admin].map(seesKeywordInsights)).toEqual([false, false, true, true]);
  });
});
