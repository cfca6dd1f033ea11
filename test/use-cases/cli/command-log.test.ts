import { commandLog } from '#server/cli/application-context';
import { readConfig } from '#server/config/config';
import { NestLog } from '#server/monitoring/logs/nest-log';
import { testKeys } from '../../support/app/test-keys';

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
