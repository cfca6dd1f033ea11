import { nameAmong, parseDuration, parseVerb } from '#server/cli/arguments';

describe('the arguments of a command', () => {
  it('have a verb, options, and arguments', () => {
    expect(parseVerb(['send', 'a.txt', '--to=all'], ['send'], { to: { type: 'string' } }, 1)).toMatchObject({
      verb: 'send',
      rest: ['a.txt'],
      values: { to: 'all' },
    });
  });

  it.each([
    [[], 'command is missing. Use list, run.'],
    [['lisst'], 'There is no command "lisst". Did you mean list?'],
    [['list', 'x'], 'list takes no argument "x".'],
    [['list', '--now'], "Unknown option '--now'."],
  ])('%j are refused', (args, message) => {
    expect(() => parseVerb(args, ['list', 'run'], {})).toThrow(message);
  });

  it.each([
    ['90s', 90_000],
    ['30m', 1_800_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
  ])('have the duration %s', (text, expectedMs) => expect(parseDuration('--wait', text)).toBe(expectedMs));

  it.each(['', '5', 'm', '-1m', '1.5h', '2 h'])('have no duration %j', (text) => {
    expect(() => parseDuration('--wait', text)).toThrow('--wait must be a duration such as 90s, 30m, or 2h.');
  });

  it('have names, of which the nearest is suggested', () => {
    expect(nameAmong('kind', 'pins', ['pins', 'boards'])).toBe('pins');
    expect(() => nameAmong('kind', 'pims', ['pins', 'boards'])).toThrow('There is no kind "pims". Did you mean pins?');
  });
});
