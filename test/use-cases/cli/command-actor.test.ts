import { hostname, userInfo } from 'node:os';
import { commandActor } from '#server/cli/command-io';

const { username } = userInfo();

describe('who runs a command', () => {
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
