import { jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type ArchiveHeader, frameOf, FRAME_LENGTH_BYTES, framesOf, MAX_FRAME_BYTES } from '#server/operations/backup/archive-format';
import { signChecksum } from '#server/operations/backup/archive-keys';
import { type Archive, readTables, readSealed, verifyArchive } from '#server/operations/backup/archive-reader';
import { writeArchive } from '#server/operations/backup/archive-writer';
import { backUpDatabase } from '#server/operations/backup/postgres/back-up-database';
import { rowFrames } from '#server/operations/backup/row-frames';
import { planRestore, restoreDatabase } from '#server/operations/backup/postgres/restore-database';
import { readConfig } from '#server/config/config';
import { readKeys } from '#server/secrets/keys';
import { testKeys } from '../../../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../../../support/database/test-database';

const keys = readKeys(readConfig({ NODE_ENV: 'test', ...testKeys }));
/** Keys of another installation. */
const otherKeys = { ...keys, signingKey: Buffer.from('the key of another installation') };

/** A site without rows, and an archive of it. */
let source: TestDatabase;
let archived: Buffer;
let folder: string;
let path: string;
let target: TestDatabase;
beforeAll(async () => {
  source = await createTestDatabase();
  target = await createTestDatabase('template0');
  folder = await mkdtemp(join(tmpdir(), 'corklight-archive-'));
  archived = await readFile((await backUpDatabase({ url: source.url, pathOf: () => join(folder, 'site.backup'), keys })).path);
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
  path = join(folder, 'site.backup');
  await writeFile(path, archived);
  await target.pool.query('drop schema public cascade; create schema public');
});

async function* framesOfNothing(): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify({ manifest: { tables: [], sequences: {} } }));
}

describe('an archive made by hand', () => {
  const header = async (): Promise<ArchiveHeader> => (await verifyArchive(await readSealed(path))).header;

  /** Writes an archive of one table with one row. */
  async function writeCrafted(table: { name: string; partition: { of: string; bound: string } | null }): Promise<void> {
    const section = { ...table, columns: ['x'] };
    async function* frames(): AsyncGenerator<Buffer> {
      yield Buffer.from(JSON.stringify({ table: section }));
      yield Buffer.from('1\n');
      yield Buffer.alloc(0);
      yield Buffer.from(JSON.stringify({ manifest: { tables: [{ ...section, rows: 1 }], sequences: { recipes_seq: '7' } } }));
    }
    await writeArchive(join(folder, 'crafted.backup'), await header(), { keys }, frames());
  }

  it.each([
    { name: 'recipes', partition: null },
    { name: 'recipes', partition: { of: 'events', bound: 'DEFAULT' } },
    { name: 'added', partition: { of: 'recipes', bound: 'DEFAULT' } },
    { name: 'pg_authid', partition: null },
  ])('changes no table that the migrations did not make: $name, $partition', async (table) => {
    await writeCrafted(table);
    await target.pool.query('create table recipes (x integer); insert into recipes values (41), (42); create sequence recipes_seq');
    const plan = await planRestore(target.url, join(folder, 'crafted.backup'), keys);
    await expect(restoreDatabase(plan, { isReplacing: false })).rejects.toThrow(
      `The archive has a table ${table.name}, which is not one of a site`,
    );
    expect((await target.pool.query('select x from recipes order by x')).rows).toEqual([{ x: 41 }, { x: 42 }]);
    expect((await target.pool.query('select last_value::int from recipes_seq')).rows).toEqual([{ last_value: 1 }]);
  });

  it('is refused when its signature is not of the key that it names, before anything is unpacked', async () => {
    const bytes = await readFile(path);
    const digit = bytes.length - 2;
    bytes[digit] = bytes[digit] === 0x30 ? 0x31 : 0x30;
    await writeFile(path, bytes);
    for (const acceptsUnverified of [false, true])
      await expect(planRestore(target.url, path, keys, { acceptsUnverified })).rejects.toThrow('The signature of the archive is wrong');
  });

  it('signed with another key is refused under the name of ours', async () => {
    await writeArchive(join(folder, 'forged.backup'), await header(), { keys: otherKeys }, framesOfNothing());
    await expect(planRestore(target.url, join(folder, 'forged.backup'), keys)).rejects.toThrow('signature');
  });

  it('is refused without its key, unless the operator accepts it unverified; with the key there is no warning', async () => {
    expect((await planRestore(target.url, path, keys)).warnings).toEqual([]);
    await expect(planRestore(target.url, path, otherKeys)).rejects.toThrow(
      /^SECRET_KEY cannot confirm the signature of the archive: SECRET_KEY has changed since,.* an administrator that someone else added\..* add --unverified\.$/,
    );
    const { warnings } = await planRestore(target.url, path, otherKeys, { acceptsUnverified: true });
    expect(warnings[0]).toContain('SECRET_KEY cannot confirm the signature');
  });
});

describe('an encrypted archive', () => {
  it('is in the age format, and restores only with an identity of one of its recipients', async () => {
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const recipients = [await identityToRecipient(await generateX25519Identity()), await identityToRecipient(identity)];
    await source.pool.query(`insert into users (email, created_at) values ('someone@example.org', now())`);
    await backUpDatabase({ url: source.url, pathOf: () => path, keys, recipients });
    const bytes = await readFile(path);
    expect(bytes.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
    const plan = (...identities: string[]) => planRestore(target.url, path, keys, { identities });
    await expect(plan()).rejects.toThrow('The archive is encrypted');
    await expect(plan(other)).rejects.toThrow('cannot be decrypted with this identity');
    await expect(plan('AGE-SECRET-KEY-1SECRET')).rejects.toThrow(/^The identity is not one of age: each line must begin/);
    await restoreDatabase(await plan(other, identity), { isReplacing: false });
    expect((await target.pool.query('select email from users')).rows).toEqual([{ email: 'someone@example.org' }]);
    await writeFile(path, bytes.subarray(0, -1));
    await expect(plan(identity)).rejects.toThrow('The archive is damaged or incomplete');
  });

  it('is never made for what is no recipient: nothing is written', async () => {
    const pathOf = () => join(folder, 'new.backup');
    await expect(backUpDatabase({ url: source.url, pathOf, keys, recipients: [`age1${'q'.repeat(58)}`] })).rejects.toThrow(
      'BACKUP_RECIPIENT cannot be used',
    );
    expect(await readdir(folder)).toEqual(['site.backup']);
  });
});

describe('an archive of the format before', () => {
  /** The archive as earlier builds wrote it: the frames as one stream, between the header and a binary seal. */
  async function toFormat2(archive: Archive): Promise<Buffer> {
    const frames: Buffer[] = [];
    for await (const { table, rows } of readTables(archive)) {
      frames.push(frameOf(JSON.stringify({ table })));
      for await (const part of rows) frames.push(frameOf(part));
      frames.push(frameOf(''));
    }
    frames.push(frameOf(JSON.stringify({ manifest: archive.manifest })));
    const beginning = Buffer.from(`CORKLIGHT BACKUP 2\n${JSON.stringify(archive.header)}\n`);
    const body = Buffer.concat([beginning, zstdCompressSync(Buffer.concat(frames))]);
    const checksum = createHash('sha256').update(body).digest();
    return Buffer.concat([body, checksum, signChecksum(keys, checksum)]);
  }

  it('restores, and its signature is checked', async () => {
    const bytes = await toFormat2(await verifyArchive(await readSealed(path)));
    await writeFile(path, bytes);
    const plan = await planRestore(target.url, path, keys);
    expect(plan.warnings).toEqual([]);
    expect(await restoreDatabase(plan, { isReplacing: false })).toBeGreaterThan(0);
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(path, bytes);
    await expect(planRestore(target.url, path, keys)).rejects.toThrow('The signature of the archive is wrong');
  });
});

describe('the frames of an archive', () => {
  async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }

  it('of more than 4 MB are refused by their length, before they are read', async () => {
    const length = Buffer.alloc(FRAME_LENGTH_BYTES);
    length.writeUInt32BE(MAX_FRAME_BYTES + 1);
    await expect(framesOf(chunksOf(length, FRAME_LENGTH_BYTES)).next()).rejects.toThrow('damaged');
  });

  it('are copied a constant number of times, however small the pieces are', async () => {
    const content = Buffer.alloc(MAX_FRAME_BYTES, 'x');
    const concat = jest.spyOn(Buffer, 'concat');
    const frames = [];
    for await (const frame of framesOf(chunksOf(Buffer.concat([frameOf(content), frameOf('end')]), 1024))) frames.push(frame);
    const copied = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0);
    concat.mockRestore();
    expect(frames.map(String)).toEqual([String(content), 'end']);
    expect(copied).toBeLessThan(4 * MAX_FRAME_BYTES);
  });

  it('stay below that, whatever the size of a row', async () => {
    const row = Buffer.alloc(3 * MAX_FRAME_BYTES, 'y');
    const sizes = [];
    for await (const frame of rowFrames(chunksOf(row, row.length))) sizes.push(frame.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(row.length);
  });
});
