import { hostname, userInfo } from 'node:os';
import { commandLog } from '#server/cli/application-context';
import { nameAmong, parseDuration, parseVerb } from '#server/cli/arguments';
import { commandActor } from '#server/cli/command-io';
import { readConfig } from '#server/config/config';
import { NestLog } from '#server/monitoring/logs/nest-log';
import { testKeys } from '../../support/app/test-keys';

describe('the arguments of a command', () => {
  it('have a verb, options, and arguments', () => {
    expect(parseVerb(['send', 'a.txt', '--to=all'], { words: ['send'], options: { to: { type: 'string' } } }, 1)).toMatchObject({
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
    expect(() => parseVerb(args, { words: ['list', 'run'] })).toThrow(message);
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

describe('who runs a command', () => {
  const { username } = userInfo();

  it.each([
    ['the user and the host', {}, ''],
    ['the user who became another one by sudo', { SUDO_USER: 'ada' }, ' (sudo by ada)'],
    ['no one twice', { SUDO_USER: username }, ''],
  ])('is named by %s', (_, environment, suffix) => {
    expect(commandActor(['jobs', 'run', 'growth', '--json'], environment)).toEqual({
      kind: 'command',
      label: `${username}@${hostname()}${suffix}`,
      origin: 'corklight jobs run growth --json',
    });
  });
});

describe('the log of a command', () => {
  it('has one uncolored line for people per warning and security event, in production too', () => {
    const lines: string[] = [];
    const config = { ...readConfig({ NODE_ENV: 'test', ...testKeys }), NODE_ENV: 'production' } as const;
    const { records, audit } = commandLog(config, 'warn', (line) => void lines.push(line.slice('12:31:07 '.length)));
    new NestLog(records).log('Starting', 'NestFactory');
    new NestLog(records).warn('The token of an account cannot be read.', 'linked-accounts');
    audit.info({ at: '2026-11-21T12:00:00Z', event: 'role-changed', what: 'admin' });
    expect(lines).toEqual(['WARN linked-accounts: The token of an account cannot be read.\n', 'security: event=role-changed what=admin\n']);
  });
});
