import { join } from 'node:path';
import { printStartupInfo } from '#server/launch/announce';
import { readConfig } from '#server/config/config';
import { testKeys } from '../../support/app/test-keys';

/** What the server prints when it has started. */
function announcement(facts: { readonly hasAdministrator: boolean; readonly passwordFile: string }): string {
  const lines: string[] = [];
  printStartupInfo({
    config: readConfig({ ...testKeys, NODE_ENV: 'test' }),
    database: {
      url: '',
      migrationUrl: '',
      servingRole: null,
      label: 'Postgres',
      directory: null,
      migrationCount: 0,
      close: async () => undefined,
      explainFailure: async (failure) => failure,
    },
    port: 3000,
    localPath: '/',
    demoRows: 0,
    credentials: { emails: ['demo@example.com'], path: facts.passwordFile },
    hasAdministrator: facts.hasAdministrator,
    isRunByNpm: true,
    print: (line) => lines.push(line),
  });
  return lines.join('\n');
}

const here = join('.data', 'demo-credentials.txt');

it('names the command that makes the first administrator, and nothing once there is one', () => {
  const command = 'npm run corklight -- admin create --email you@example.com';
  expect(announcement({ hasAdministrator: false, passwordFile: here })).toContain(command);
  expect(announcement({ hasAdministrator: true, passwordFile: here })).not.toContain('dministrator');
});

it.each([
  ['below the working folder from there', join(process.cwd(), here), here],
  ['elsewhere whole, when that is shorter', '/x/demo-credentials.txt', '/x/demo-credentials.txt'],
])('names a file with the password %s', (_, passwordFile, shown) =>
  expect(announcement({ hasAdministrator: true, passwordFile })).toContain(`password  in ${shown}\n`),
);
