import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/config/config';

/** The keys of this installation. Losing them signs everybody out and unlinks every account; nothing else is lost. */
export interface Keys {
  /** Signs what we give out. */
  readonly signingKey: Buffer;
  /** Encrypt the tokens of linked accounts, by their ids; the first is used for new ones. */
  readonly tokenKeys: ReadonlyMap<string, Buffer>;
}

/** Dependency injection's name for the keys. */
export const KEYS = Symbol('Keys');

const SECRETS_FILE = 'secrets.json';
const SecretsFile = z.object({ SECRET_KEY: z.string().min(32), TOKEN_KEYS: z.string() });

/** `id:key,id:key` with 32 bytes of base64 each, the current one first. */
export function parseTokenKeys(text: string): ReadonlyMap<string, Buffer> {
  const keys = new Map<string, Buffer>();
  for (const part of text.split(',')) {
    const [, id, base64] = /^\s*([\w-]{1,20}):([\w+/=-]+)\s*$/.exec(part) ?? [];
    const key = Buffer.from(base64 ?? '', 'base64');
    if (id === undefined || key.length !== 32 || keys.has(id))
      throw new Error('wrong settings: TOKEN_KEYS must be id:key,… with 32 bytes of base64 each');
    keys.set(id, key);
  }
  return keys;
}

/** The keys of the environment; outside production those that are missing are made once and kept in the data folder, readable by its owner alone. */
export function readKeys(config: Config): Keys {
  const configured = { SECRET_KEY: config.SECRET_KEY, TOKEN_KEYS: config.TOKEN_KEYS };
  const stored = configured.SECRET_KEY && configured.TOKEN_KEYS ? undefined : loadOrCreateKeys(join(process.cwd(), config.DATA_DIR));
  return {
    signingKey: Buffer.from(configured.SECRET_KEY ?? stored?.SECRET_KEY ?? '', 'utf8'),
    tokenKeys: parseTokenKeys(configured.TOKEN_KEYS ?? stored?.TOKEN_KEYS ?? ''),
  };
}

function loadOrCreateKeys(directory: string): z.infer<typeof SecretsFile> {
  const file = join(directory, SECRETS_FILE);
  const generated = { SECRET_KEY: randomBytes(32).toString('base64url'), TOKEN_KEYS: `k1:${randomBytes(32).toString('base64url')}` };
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(generated, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    return generated;
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error;
    return SecretsFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  }
}
