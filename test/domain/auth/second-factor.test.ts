import { acceptedSteps, isTimeCode, keyUri, normalizeCode, recoveryCodeOf, timeStepAt } from '#domain/auth/second-factor';

describe('the codes of a second factor', () => {
  it.each([
    [0, 0],
    [29_999, 0],
    [30_000, 1],
    [1_111_111_109_000, 0x23523ec],
  ])('belong %d ms after the epoch to step %d', (ms, step) => {
    expect(timeStepAt(new Date(ms))).toBe(step);
  });

  it.each([
    [null, [10, 9, 11]],
    [8, [10, 9, 11]],
    [9, [10, 11]],
    [10, [11]],
    [11, []],
  ])('are accepted half a minute early and late, and after step %p only later ones', (lastStep, steps) => {
    expect(acceptedSteps(new Date(10 * 30_000 + 7), lastStep)).toEqual(steps);
  });

  it.each([
    ['123 456', '123456', true],
    ['abcd-efgh-ijkl-mnop', 'ABCDEFGHIJKLMNOP', false],
    ['1234567', '1234567', false],
  ])('are read as typed: %p', (typed, code, isOfApp) => {
    expect([normalizeCode(typed), isTimeCode(normalizeCode(typed))]).toEqual([code, isOfApp]);
  });

  it('show recovery codes in groups of four', () => {
    expect(recoveryCodeOf('ABCDEFGHIJKLMNOPQRSTUVWX')).toEqual({ normalized: 'ABCDEFGHIJKLMNOP', shown: 'ABCD-EFGH-IJKL-MNOP' });
  });

  it('put brand and address into the address of the key', () => {
    expect(keyUri('Pin & Co', 'a@b.test', 'KEY')).toBe('otpauth://totp/Pin%20%26%20Co:a%40b.test?secret=KEY&issuer=Pin%20%26%20Co');
  });
});
