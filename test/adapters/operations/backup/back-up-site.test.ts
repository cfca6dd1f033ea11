import { copyFile, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { LockScope } from '#domain/jobs/lock-scope';
import { readSealed, verifyArchive } from '#server/operations/backup/archive-reader';
import { backUpBeforeUpgrade, backUpSite, type SiteBackup } from '#server/operations/backup/back-up-site';
import type { PostgresSiteFigures } from '#server/monitoring/postgres/site-figures';
import type { SiteAlarms } from '#server/operations/alarms/site-alarms';
import { OperationsJobs } from '#server/operations/operations.job';
import { backupFolderProblem, deleteOldBackups, inspectBackups } from '#server/files/backup-files';
import { keyFingerprints, keyWarnings } from '#server/operations/backup/archive-keys';
import { readConfig } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import type { JobHandler, JobRunner } from '#server/jobs/job-runner';
import { readKeys } from '#server/secrets/keys';
import { testKeys } from '../../../support/app/test-keys';
import { useTestDatabase } from '../../../support/database/test-database';

const keys = readKeys(readConfig({ NODE_ENV: 'test', ...testKeys }));

const database = useTestDatabase();
let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'corklight-backups-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A public key of age, whose identity no one needs. */
const RECIPIENT = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';

const backUp = (overrides: Partial<SiteBackup> = {}) =>
  backUpSite({ url: database.url, folder, kind: 'corklight', keep: 2, keys, ...overrides });

describe('a folder of backups', () => {
  it('gets files named after the site and the time', async () => {
    const { path, header } = await backUp();
    expect(await readdir(folder)).toEqual([expect.stringMatching(new RegExp(`^corklight-${header.site.slice(0, 8)}-\\d{8}T\\d{6}Z\\.backup$`))]); // prettier-ignore
    expect((await verifyArchive(await readSealed(path))).header.keys).toEqual(keyFingerprints(keys));
  });

  it('keeps the newest backups of the site, and every file that is none of them', async () => {
    const { header } = await backUp();
    const site = header.site.slice(0, 8);
    const others = ['mine.backup', 'corklight-ffffffff-20200101T000000Z.backup', `before-upgrade-${site}-20200101T000000Z.backup`];
    const older = [`corklight-${site}-20200102T000000Z.backup`, `corklight-${site}-20200101T000000Z.backup`];
    const partial = `corklight-${site}-20200103T000000Z.backup.partial`;
    for (const name of [...others, ...older, partial]) await writeFile(join(folder, name), '');
    await utimes(join(folder, partial), new Date(0), new Date(0));
    expect(await deleteOldBackups(folder, 'corklight', header, 2)).toEqual(older.slice(1));
    const left = await readdir(folder);
    expect(left).toHaveLength(5);
    expect(left).toEqual(expect.arrayContaining([...others, older[0]]));
  });

  it('is cleaned up while another process deletes a partial backup of it', async () => {
    const { header } = await backUp();
    const gone = join(folder, `corklight-${header.site.slice(0, 8)}-20200103T000000Z.backup.partial`);
    await symlink(join(folder, 'deleted'), gone); // Listed, and not found when looked at.
    expect(await deleteOldBackups(folder, 'corklight', header, 2)).toEqual([]);
  });

  it('keeps everything when a backup fails', async () => {
    const { header } = await backUp();
    const old = `corklight-${header.site.slice(0, 8)}-20200101T000000Z.backup`;
    await writeFile(join(folder, old), '');
    const onProgress = () => {
      throw new Error('the disk is full');
    };
    await expect(backUp({ keep: 1, onProgress })).rejects.toThrow('the disk is full');
    expect(await readdir(folder)).toContain(old);
  });
});

describe('the backup before an upgrade', () => {
  it.each([
    ['in clear text', ''],
    ['encrypted', RECIPIENT],
  ])('stays while starts of the upgrade fail half way and back up again, %s', async (_, BACKUP_RECIPIENT) => {
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, DATA_DIR: folder, BACKUP_RECIPIENT });
    const backups = join(folder, 'backups');
    const nameOf = (path: string, day: string) => path.replace(/\d{8}T\d{6}Z/, `${day}T000000Z`);
    const { rows } = await database.pool.query<{ timestamp: string; name: string }>(
      'delete from migrations where id = (select max(id) from migrations) returning timestamp, name',
    );
    const first = await backUpBeforeUpgrade(database.url, config);
    const kept = nameOf(first, '20200101');
    await rename(first, kept);
    await database.pool.query('insert into migrations (timestamp, name) values ($1, $2)', [rows[0]?.timestamp, rows[0]?.name]);
    const second = await backUpBeforeUpgrade(database.url, config);
    for (const day of ['20200102', '20200103', '20200104']) await copyFile(second, nameOf(second, day));
    const last = await backUpBeforeUpgrade(database.url, config);
    expect((await readdir(backups)).sort()).toEqual([basename(kept), basename(last)]);
    expect(last.endsWith('.age')).toBe(BACKUP_RECIPIENT !== '');
  });
});

describe('the nightly backup', () => {
  let postgres: Postgres;
  beforeAll(() => (postgres = new Postgres(database.url)));
  afterAll(() => postgres.close());

  /** What the job does when it is due. */
  async function runNight(settings: Readonly<Record<string, string>>): Promise<number | 'off'> {
    let work: JobHandler | undefined;
    const runner = {
      register: (job: string, handler: JobHandler) => void (work = job === 'backup' ? handler : work),
    } as unknown as JobRunner;
    const config = readConfig({ NODE_ENV: 'test', ...testKeys, ...settings });
    await new OperationsJobs(runner, postgres, {} as SiteAlarms, {} as PostgresSiteFigures, config, keys).onModuleInit();
    if (!work) return 'off';
    return work({ scope: new LockScope(), startedAt: new Date() });
  }

  it('is made in BACKUP_DIR, and only if it is set', async () => {
    expect(await runNight({})).toBe('off');
    const nightly = join(folder, 'nightly');
    expect(await runNight({ BACKUP_DIR: nightly, BACKUP_KEEP: '1' })).toBeGreaterThan(0);
    expect(await readdir(nightly)).toHaveLength(1);
  });

  it('fails as any job when it cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(runNight({ BACKUP_DIR: join(folder, 'file', 'nightly') })).rejects.toThrow('ENOTDIR');
  });
});

describe('the watch over a folder of backups', () => {
  const none = { problem: null, newest: null };

  it('finds the newest backup of the site, its time and its size', async () => {
    expect(await inspectBackups(folder, 'aaaaaaaa-1')).toEqual({ folder, ...none });
    const files = ['corklight-aaaaaaaa-20260101T023000Z.backup', 'corklight-aaaaaaaa-20260102T023000Z.backup'];
    const others = ['corklight-bbbbbbbb-20260103T023000Z.backup.age', 'mine.backup', 'corklight-aaaaaaaa-20260104T023000Z.backup.partial'];
    for (const name of [...files, ...others]) await writeFile(join(folder, name), name);
    const createdAt = new Date('2026-01-02T02:30:00Z');
    expect(await inspectBackups(folder, 'aaaaaaaa-1')).toEqual({
      folder,
      problem: null,
      newest: { createdAt, bytes: files[1]!.length, isEncrypted: false },
    });
    expect((await inspectBackups(folder, null)).newest).toMatchObject({ createdAt: new Date('2026-01-03T02:30:00Z'), isEncrypted: true });
  });

  it('says why a folder cannot be used, and makes one that does not exist', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await backupFolderProblem(join(folder, 'file', 'nightly'))).toContain('ENOTDIR');
    expect(await inspectBackups(join(folder, 'gone'), null)).toMatchObject({ problem: expect.stringContaining('ENOENT'), newest: null });
    // Where a folder can be, but none can be made, as root, too.
    expect(await backupFolderProblem('/proc/nope/nightly')).toContain('ENOENT');
    expect(await backupFolderProblem(join(folder, 'new', 'nightly'))).toBeNull();
    expect(await readdir(join(folder, 'new', 'nightly'))).toEqual([]);
  });
});

describe('fingerprints of keys', () => {
  it('name a missing and a changed key, and reveal none', () => {
    const archived = keyFingerprints(keys);
    expect(keyWarnings(archived, archived)).toEqual([]);
    expect(JSON.stringify(archived)).not.toContain(testKeys.SECRET_KEY);
    const [id = ''] = Object.keys(archived.tokenKeys);
    expect(keyWarnings(archived, { secretKey: archived.secretKey, tokenKeys: {} })).toEqual([`TOKEN_KEYS lacks the key "${id}" that the site of the archive had.`]); // prettier-ignore
    expect(keyWarnings(archived, { secretKey: 'x', tokenKeys: { [id]: 'y' } })).toEqual([
      'SECRET_KEY differs from that of the archive: everyone has to sign in again.',
      `The key "${id}" of TOKEN_KEYS differs from that of the archive.`,
    ]);
  });
});
