import { Logger } from '@nestjs/common';
import { runCommand } from '#server/cli/command-io';
import { tokensCommand } from '#server/cli/commands/tokens.command';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { PostgresTokenRotation } from '#server/linked-accounts/postgres/token-rotation';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { sealWith, unsealWith } from '#server/secrets/crypto-secrets';
import { TokenCipher } from '#server/secrets/token-cipher';
import { createTypeormDatabase, type TypeormDatabase } from '../../support/database/typeorm-database';
import { now, permissionFor } from '../../support/database/linked-accounts';
import { operator } from '../../support/fakes/audit';

const cipherWith = (...keyNumbers: readonly number[]) =>
  new TokenCipher({
    signingKey: Buffer.alloc(32),
    tokenKeys: new Map(keyNumbers.map((keyNumber) => [`k${keyNumber}`, Buffer.alloc(32, keyNumber)])),
  });

describe('corklight tokens rotate', () => {
  let database: TypeormDatabase;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTypeormDatabase();
  });
  beforeEach(() => database.pool.query('truncate linked_accounts'));
  afterAll(() => database.close());

  const accountsWith = (cipher: TokenCipher) => new LinkedAccounts(database.dataSource, new TokenEncryption(cipher));
  const rotateWith = async (cipher: TokenCipher) => {
    const output: string[] = [];
    const write = (text: string) => output.push(text);
    const connect = async () => ({
      tokenRotation: new PostgresTokenRotation(database.postgres, cipher, new TokenEncryption(cipher)),
      enter: async () => {},
    });
    const exitCode = await tokensCommand(['rotate'], { stdout: { write }, stderr: { write }, isJson: false, by: operator }, connect);
    return { exitCode, output };
  };

  it('re-encrypts the tokens of all accounts in batches, and can be repeated', async () => {
    const owners = await Promise.all(Array.from({ length: 110 }, () => database.insertUser()));
    const accounts = accountsWith(cipherWith(1));
    for (const owner of owners) {
      for (let index = 0; index < 5; index++) await accounts.add(owner, 'pinterest', permissionFor(`${owner}-${index}`), now);
    }
    expect(await rotateWith(cipherWith(2, 1))).toMatchObject({ exitCode: 0, output: [expect.stringContaining('550')] });
    expect(await rotateWith(cipherWith(2, 1))).toMatchObject({ exitCode: 0 });
    const rotated = accountsWith(cipherWith(2));
    const [first] = await rotated.listFor(owners[0] ?? '');
    expect(await rotated.claimProfileRefresh(first?.account._id ?? '', now, now)).toBe(`pina_${first?.account.username}`);
  });

  it('reseals the keys of second factors, and names those whose key is missing', async () => {
    const [found, lost] = [await database.insertUser(), await database.insertUser()];
    for (const [owner, keyNumber] of [
      [found, 3],
      [lost, 1],
    ] as const) {
      await database.pool.query('insert into second_factors (user_id, sealed_key, created_at) values ($1, $2, now())', [
        owner,
        sealWith(cipherWith(keyNumber), `key of ${owner}`),
      ]);
    }
    const { exitCode, output } = await rotateWith(cipherWith(2, 3));
    expect([exitCode, output[0]]).toEqual([1, expect.stringContaining(`second factor of user ${lost}: `)]);
    const { rows } = await database.pool.query<{ sealed_key: string }>('select sealed_key from second_factors where user_id = $1', [found]);
    expect(unsealWith(cipherWith(2), rows[0]?.sealed_key ?? '')).toBe(`key of ${found}`);
    await database.pool.query('truncate second_factors');
  });

  it('reports accounts whose key is missing and leaves them unchanged', async () => {
    const owner = await database.insertUser();
    const lost = (await accountsWith(cipherWith(1)).add(owner, 'pinterest', permissionFor('lost'), now))._id;
    const found = (await accountsWith(cipherWith(3)).add(owner, 'pinterest', permissionFor('found'), now))._id;
    const { exitCode, output } = await rotateWith(cipherWith(2, 3));
    expect(exitCode).toBe(1);
    expect(output[0]).toContain(`linked account ${lost}: `);
    expect(output[0]).toContain('"k1"');
    const { rows } = await database.pool.query<{ _id: string; key_id: string }>('select _id, key_id from linked_accounts');
    expect(new Map(rows.map(({ _id, key_id }) => [_id, key_id]))).toEqual(
      new Map([
        [lost, 'k1'],
        [found, 'k2'],
      ]),
    );
  });

  it.each([[[]], [['turn']], [['rotate', 'now']]])('does nothing with wrong arguments: %p', async (args) => {
    const io = { stdout: { write: () => true }, stderr: { write: () => true }, isJson: false, by: operator };
    expect(await runCommand('tokens', tokensCommand, args, io, () => Promise.reject(new Error('not needed')))).toBe(2);
  });
});
