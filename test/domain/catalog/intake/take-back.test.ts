import { takeBackText } from '#domain/catalog/intake/take-back';

describe('what taking an import back does', () => {
  it.each([
    [{ kind: 'board', removed: 2, restored: 1 }, '2 boards go, 1 board stays with what other imports gave'],
    [{ kind: 'pin', removed: 1, restored: 1_200 }, '1 pin goes, 1,200 pins stay with what other imports gave'],
    [{ kind: 'keyword', removed: 1, restored: 0 }, '1 keyword loses what it gave'],
  ] as const)('of %j is said as: %s', (counts, text) => expect(takeBackText(counts)).toBe(text));
});
