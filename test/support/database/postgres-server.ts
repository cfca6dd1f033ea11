import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/database/embedded-postgres';

export interface TestPostgres {
  readonly url: string;
  readonly kind: 'given' | 'container' | 'embedded';
  stop(): Promise<unknown>;
}

async function startContainer(): Promise<TestPostgres> {
  process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const started = await new PostgreSqlContainer(process.env['TEST_POSTGRES_IMAGE'] ?? 'postgres:18-alpine')
    .withTmpFs({ '/var/lib/postgresql': 'rw' })
    // The folder of the image is a volume, which Docker keeps on the disk although its parent is in memory.
    .withEnvironment({ PGDATA: '/var/lib/postgresql/disposable' })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'])
    .start();
  return { url: started.getConnectionUri(), kind: 'container', stop: () => started.stop() };
}

/** Where there is memory for a disk, copying and dropping a database for each suite writes nothing to the real one. */
const MEMORY_DISK = '/dev/shm';
const MEMORY_DISK_BYTES = 8e9;

async function disposableFolder(): Promise<string> {
  const disk = await statfs(MEMORY_DISK).catch(() => null);
  return disk && disk.bavail * disk.bsize > MEMORY_DISK_BYTES ? MEMORY_DISK : tmpdir();
}

async function startEmbedded(): Promise<TestPostgres> {
  const home = await mkdtemp(join(await disposableFolder(), 'corklight-test-'));
  const running = await startEmbeddedPostgres(home, {
    fsync: 'off',
    full_page_writes: 'off',
    wal_compression: 'off',
    max_connections: '200',
    shared_buffers: '128MB',
  });
  return {
    url: running.url,
    kind: 'embedded',
    stop: () => running.stop().then(() => rm(running.directory, { recursive: true, force: true })),
  };
}

/** Starts a disposable Postgres: TEST_DATABASE_URL, otherwise a container, otherwise (without Docker or image) the embedded one. TEST_POSTGRES=embedded or container forces one of them; TEST_POSTGRES_IMAGE names another image than that of Postgres 18. */
export async function startPostgres(): Promise<TestPostgres> {
  const givenUrl = process.env['TEST_DATABASE_URL'];
  if (givenUrl) return { url: givenUrl, kind: 'given', stop: () => Promise.resolve() };
  const wantedKind = process.env['TEST_POSTGRES'];
  if (wantedKind === 'embedded') return startEmbedded();
  try {
    return await startContainer();
  } catch (error) {
    if (wantedKind === 'container') throw error;
    return startEmbedded();
  }
}
