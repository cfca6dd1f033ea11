import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { InvalidArchive } from '#server/operations/backup/archive-format';

/** Begins every file in the age format. */
const AGE_MAGIC = 'age-encryption.org/v1';

/** Loaded where it is needed, since most sites do not encrypt their backups. */
const loadAge = () => import('age-encryption');

/** Why backups cannot be encrypted for these recipients; null if they can. */
export async function recipientProblem(recipients: readonly string[]): Promise<string | null> {
  if (recipients.length === 0) return null;
  const { Encrypter } = await loadAge();
  for (const recipient of recipients) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch {
      return `“${recipient}” is no public key of age. age-keygen prints one, which begins with age1`;
    }
  }
  return null;
}

const toWeb = (bytes: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array<ArrayBuffer>>;

async function* bytesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of stream) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** Encrypts bytes while they are written, so that each of the recipients can decrypt them. */
export async function* encrypted(bytes: AsyncIterable<Uint8Array>, recipients: readonly string[]): AsyncGenerator<Buffer> {
  const problem = await recipientProblem(recipients);
  if (problem !== null) throw new Error(`BACKUP_RECIPIENT cannot be used: ${problem}.`);
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* bytesOf(await encrypter.encrypt(toWeb(bytes)));
}

/** The identities of a file that age-keygen wrote: its lines, without comments. */
export const parseIdentities = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Decrypts a file while it is read: none of it is ever on the disk in clear text. */
async function* decrypted(path: string, identities: readonly string[]): AsyncGenerator<Buffer> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  try {
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    // Without the text, which may hold a secret.
    throw new InvalidArchive('The identity is not one of age: each line must begin with AGE-SECRET-KEY-1 or #.');
  }
  const file = createReadStream(path);
  try {
    const opened = await decrypter.decrypt(toWeb(file)).catch((error: Error) => {
      throw new InvalidArchive(`The archive cannot be decrypted with this identity (${error.message}).`);
    });
    yield* bytesOf(opened);
  } catch (error) {
    if (error instanceof InvalidArchive || (error as { code?: string }).code !== undefined) throw error;
    throw new InvalidArchive(`The archive is damaged or incomplete: it cannot be decrypted to its end. Take another copy of it.`);
  } finally {
    file.destroy();
  }
}

/** Whether a file is encrypted in the age format. */
export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_MAGIC.length), 0, AGE_MAGIC.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === AGE_MAGIC;
  } finally {
    await file.close();
  }
}

/** Reads the bytes of an archive from their beginning, as often as it is called. */
export type OpenArchive = () => AsyncIterable<Buffer>;

/** Opens an archive, which is decrypted with one of the identities if it is encrypted. */
export async function openArchive(path: string, identities: readonly string[]): Promise<OpenArchive> {
  if (!(await isEncrypted(path))) return () => createReadStream(path) as AsyncIterable<Buffer>;
  if (identities.length === 0) throw new InvalidArchive('The archive is encrypted: name the file of its identity with --identity FILE.');
  return () => decrypted(path, identities);
}
