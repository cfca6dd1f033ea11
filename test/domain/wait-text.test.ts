import { waitText } from '#domain/wait-text';

describe('a waiting time', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [3_341, '56 minutes'],
    [7_200, '120 minutes'],
    [7_201, '3 hours'],
    [86_400, '24 hours'],
  ])('of %d seconds is %s', (seconds, text) => expect(waitText(seconds)).toBe(text));
});
