import { verdictAnswer } from '#domain/analytics/growth/verdict/summary';
import { countPassed, passedText } from '#domain/catalog/rows/checks';

const marks = { p: 'pass', w: 'warn', u: 'unknown' } as const;

describe('the answer of a verdict', () => {
  it.each([
    ['ppppp', '5 of 5', 'Probably'],
    ['ppppw', '4 of 5', 'Probably'],
    ['pppw', '3 of 4', 'Probably'],
    ['pppww', '3 of 5', 'Maybe'],
    ['ppwu', '2 of 3', 'Maybe'],
    ['ppwwu', '2 of 4', 'Probably not'],
    ['ww', '0 of 2', 'Probably not'],
    ['pp', '2 of 2', 'Probably'],
    ['puuuu', '1 of 1', 'Too little is known'],
    ['uuuu', '0 of 0', 'Too little is known'],
    ['', '0 of 0', 'Too little is known'],
  ] as const)('with the checks %s is %s: %s', (letters, text, answer) => {
    const passed = countPassed(Array.from(letters, (letter) => ({ mark: marks[letter as keyof typeof marks] })));
    expect([passedText(passed), verdictAnswer(passed)]).toEqual([text, answer]);
  });
});
