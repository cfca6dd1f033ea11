import { jest } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArchiveHeader, frameOf, FRAME_LENGTH_BYTES, MAX_FRAME_BYTES, SIGNATURE_BYTES } from '#server/backup/archive-format';
import { framesOf, verifyArchive } from '#server/backup/archive-reader';
import { writeArchive } from '#server/backup/archive-writer';
import { backUpDatabase, joined } from '#server/backup/postgres/back-up-database';
import { planRestore, restoreDatabase } from '#server/backup/postgres/restore-database';
import { readConfig } from '#server/config/config';
import { readKeys } from '#server/secrets/keys';
import { testKeys } from '../../support/app/test-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database';

const keys = readKeys(readConfig({ NODE_ENV: 'test', ...testKeys }));
/** Keys of another installation. */
const otherKeys = { ...keys, signingKey: Buffer.from('the key of another installation') };

let folder: string;
let path: string;
let target: TestDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'corklight-archive-'));
  const source = await createTestDatabase();
  path = (await backUpDatabase({ url: source.url, pathOf: () => join(folder, 'site.backup'), keys })).path;
  await source.close();
  target = await createTestDatabase('template0');
});
afterEach(async () => {
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

async function* framesOfNothing(): AsyncGenerator<Buffer> {
  yield frameOf(JSON.stringify({ manifest: { tables: [], sequences: {} } }));
}

describe('an archive made by hand', () => {
  const header = async (): Promise<ArchiveHeader> => (await verifyArchive(path)).header;

  /** Writes an archive of one table with one row. */
  async function writeCrafted(table: { name: string; partition: { of: string; bound: string } | null }): Promise<void> {
    const section = { ...table, columns: ['x'] };
    async function* frames(): AsyncGenerator<Buffer> {
      yield frameOf(JSON.stringify({ table: section }));
      yield frameOf('1\n');
      yield frameOf('');
      yield frameOf(JSON.stringify({ manifest: { tables: [{ ...section, rows: 1 }], sequences: { recipes_seq: '7' } } }));
    }
    await writeArchive(join(folder, 'crafted.backup'), await header(), keys, frames());
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
    bytes[bytes.length - SIGNATURE_BYTES]! ^= 1;
    await writeFile(path, bytes);
    await expect(planRestore(target.url, path, keys)).rejects.toThrow('The signature of the archive is wrong');
  });

  it('signed with another key is refused under the name of ours', async () => {
    await writeArchive(join(folder, 'forged.backup'), await header(), otherKeys, framesOfNothing());
    await expect(planRestore(target.url, join(folder, 'forged.backup'), keys)).rejects.toThrow('signature');
  });

  it('restores without its key, with a warning that its signature cannot be checked; with the key there is none', async () => {
    expect((await planRestore(target.url, path, keys)).warnings).toEqual([]);
    expect((await planRestore(target.url, path, otherKeys)).warnings.join()).toContain('its signature cannot be checked');
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
    for await (const frame of joined(chunksOf(row, row.length))) sizes.push(frame.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(row.length);
  });
});
