import { makeTitle } from '#server/demo/demo-names';
import { SeededRandom } from '#server/demo/seeded-random';
import { topics } from '#server/demo/topics';

const titles = topics.flatMap(({ boards, pins, isEnglish }, seed) => {
  const random = new SeededRandom(seed);
  return [...boards, ...pins].flatMap((base) =>
    Array.from({ length: 50 }, () => ({ base, isEnglish, text: makeTitle(random, base, isEnglish) })),
  );
});

describe('the titles of the demo', () => {
  it('repeat no word twice in a row', () => {
    expect(titles.filter(({ text }) => /(?<!\p{L})(\p{L}+)\P{L}+\1(?!\p{L})/iu.test(text))).toEqual([]);
  });

  it('begin with the words of their topic, and add nothing English in other languages', () => {
    expect(titles.filter(({ text, base }) => !text.startsWith(base))).toEqual([]);
    expect(titles.filter(({ text, base, isEnglish }) => !isEnglish && text.replace(/ ✨$/, '') !== base)).toEqual([]);
  });

  it('vary', () => {
    expect(new Set(titles.map(({ text }) => text)).size).toBeGreaterThan(500);
  });
});
