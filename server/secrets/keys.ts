import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#server/files/make-folder';
import type { Config } from '#server/config/config';
import { parseTokenKeys } from '#server/config/setting-types';

/** The keys of this installation. Without them all users are signed out and all accounts unlinked; nothing else is lost. */
export interface Keys {
  /** Signs tokens and links. */
  readonly signingKey: Buffer;
  /** Keys that encrypt the tokens of linked accounts, by key id; new tokens use the first. */
  readonly tokenKeys: ReadonlyMap<string, Buffer>;
}

/** The settings that keys come from. */
export type KeySettings = Pick<Config, 'SECRET_KEY' | 'TOKEN_KEYS' | 'DATA_DIR'>;

/** The injection token of the keys. */
export const KEYS = Symbol('Keys');

const SECRETS_FILE = 'secrets.json';
const SecretsFile = z.object({ SECRET_KEY: z.string().min(32), TOKEN_KEYS: z.string() });

/** Reads the keys from the configuration. Outside production, missing keys are generated once and stored in the data folder, readable only by its owner. */
export function readKeys({ SECRET_KEY, TOKEN_KEYS, DATA_DIR }: KeySettings, writeFile: WriteFile = writeFileSync): Keys {
  const stored = SECRET_KEY && TOKEN_KEYS ? undefined : loadOrCreateKeys(DATA_DIR, writeFile);
  return {
    signingKey: Buffer.from(SECRET_KEY ?? stored?.SECRET_KEY ?? '', 'utf8'),
    tokenKeys: parsedTokenKeys(TOKEN_KEYS ?? stored?.TOKEN_KEYS ?? ''),
  };
}

function parsedTokenKeys(text: string): ReadonlyMap<string, Buffer> {
  const keys = parseTokenKeys(text);
  if (keys === null) throw new Error(`${SECRETS_FILE} is damaged: TOKEN_KEYS must be id:key,… with 32 bytes of base64 each`);
  return keys;
}

/** Whether the keys exist: given as settings, or stored by an earlier start. */
export const hasKeys = ({ SECRET_KEY, TOKEN_KEYS, DATA_DIR }: KeySettings): boolean =>
  (SECRET_KEY !== undefined && TOKEN_KEYS !== undefined) || existsSync(join(DATA_DIR, SECRETS_FILE));

type WriteFile = (path: string, text: string, options: { readonly flag: 'wx'; readonly mode: number }) => void;

function loadOrCreateKeys(directory: string, writeFile: WriteFile): z.infer<typeof SecretsFile> {
  const file = join(directory, SECRETS_FILE);
  const generated = { SECRET_KEY: randomBytes(32).toString('base64url'), TOKEN_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  try {
    makeFolder(directory, 0o700);
    writeFile(file, `${JSON.stringify(generated, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return generated;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOSPC') throw diskFull(file, error);
    if (code !== 'EEXIST') throw error;
    return SecretsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  }
}

/** Removes what was written of the file, which the next start would take for the keys. */
function diskFull(file: string, cause: unknown): Error {
  rmSync(file, { force: true });
  return new Error(`The disk is full: the keys of this site could not be written to ${file}. Make room and start again.`, { cause });
}
