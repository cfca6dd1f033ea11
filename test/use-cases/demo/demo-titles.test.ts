import { makeTitle } from '#server/demo/demo-names';
import { SeededRandom } from '#server/demo/seeded-random';
import { topics } from '#server/demo/topics';

const titles = topics.flatMap(({ boards, pins, isEnglish }, seed) => {
  const chance = new SeededRandom(seed);
  return [...boards, ...pins].flatMap((base) =>
    Array.from({ length: 50 }, () => ({ base, isEnglish, text: makeTitle(chance, base, isEnglish) })),
  );
});

describe('the titles of the demo', () => {
  it('say no word twice in a row', () => {
    expect(titles.filter(({ text }) => /(?<!\p{L})(\p{L}+)\P{L}+\1(?!\p{L})/iu.test(text))).toEqual([]);
  });

  it('keep the words of their topic as they are, and add nothing English to another language', () => {
    expect(titles.filter(({ text, base }) => !text.startsWith(base))).toEqual([]);
    expect(titles.filter(({ text, base, isEnglish }) => !isEnglish && text.replace(/ ✨$/, '') !== base)).toEqual([]);
  });

  it('are more than one for each', () => {
    expect(new Set(titles.map(({ text }) => text)).size).toBeGreaterThan(500);
  });
});
