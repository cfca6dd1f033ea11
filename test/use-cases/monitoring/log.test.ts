import { spawnSync } from 'node:child_process';
import { Logger } from '@nestjs/common';
import { readConfig } from '#server/config/config';
import { createLog } from '#server/monitoring/logs/log';
import { NestLog } from '#server/monitoring/logs/nest-log';
import { testKeys } from '../../support/app/test-keys';

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://trends.example', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.test' };

function openLog(settings: Readonly<Record<string, string>>, isTerminal: boolean) {
  const lines: string[] = [];
  const log = createLog(readConfig({ ...testKeys, ...settings }), { isTerminal, write: (line) => void lines.push(line) });
  return { ...log, lines, records: log.records, nest: new NestLog(log.records) };
}

afterEach(() => Logger.overrideLogger(false));

describe('the log', () => {
  it.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['in production', production, true],
    ['where its output is no terminal', {}, false],
  ])('is one line of JSON per record %s', (_, settings, isTerminal) => {
    const { lines, records } = openLog(settings, isTerminal);
    records.info({ part: 'jobs', rows: 3 }, 'growth\nsucceeded');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 'info', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/), part: 'jobs', rows: 3, msg: 'growth\nsucceeded' },
    ]);
    expect(lines[0]?.match(/\n/g)).toHaveLength(1);
  });

  it('has all its lines when the process ends, although they are written together', () => {
    const script = `
      const { createLog } = await import('#server/monitoring/logs/log');
      const { records } = createLog({ NODE_ENV: 'production', LOG_LEVEL: 'info' });
      for (let line = 0; line < 1_000; line += 1) records.info({ line });
      process.exitCode = 3;
    `;
    const args = ['--conditions=source', '--input-type=module', '--eval', script];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect([status, stderr]).toEqual([3, '']);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(Array.from({ length: 1_000 }, (_, line) => line));
  });

  it('is text for people on a terminal', () => {
    const { lines, records } = openLog({}, true);
    records.warn({ part: 'jobs', rows: 3 }, 'growth is late');
    records.info({ part: 'http', method: 'GET', route: '/api/boards/:id', status: 200, ms: 1.5, id: 'a-b', network_hash: 'c' });
    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d/, '12:31:07'))).toEqual([
      '12:31:07 WARN jobs: growth is late rows=3\n',
      '12:31:07 http: GET /api/boards/:id 200 1.5 ms a-b\n',
    ]);
  });

  it.each([
    ['error', ['error']],
    ['warn', ['warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['debug', ['debug', 'info', 'warn', 'error']],
  ])('has what LOG_LEVEL=%s asks for, and security events at any level', (level, expected) => {
    const { lines, records, audit } = openLog({ LOG_LEVEL: level }, false);
    for (const each of ['debug', 'info', 'warn', 'error'] as const) records[each]({ part: 'http' }, each);
    audit.info({ event: 'signed-in' });
    const found = lines.map((line) => JSON.parse(line) as { part: string; level: string });
    expect(found.filter(({ part }) => part === 'http').map((record) => record.level)).toEqual(expected);
    expect(found.filter(({ part }) => part === 'security')).toMatchObject([{ level: 'info', event: 'signed-in' }]);
  });

  it('takes what the parts of the server say: sentences, fields, and errors with their stack', () => {
    const { lines, nest } = openLog({}, false);
    Logger.overrideLogger(nest);
    const logger = new Logger('jobs');
    logger.log('done');
    logger.log({ msg: 'growth succeeded', rows: 4 });
    logger.error(new Error('no disk'));
    logger.debug('hidden');
    new Logger('RoutesResolver').log('hidden');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: 'info', part: 'jobs', msg: 'done' },
      { level: 'info', part: 'jobs', msg: 'growth succeeded', rows: 4 },
      { level: 'error', part: 'jobs', msg: 'no disk', stack: expect.stringContaining('log.test.ts') },
    ]);
  });
});
