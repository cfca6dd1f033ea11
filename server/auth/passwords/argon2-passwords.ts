import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Passwords } from '#domain/auth/account/passwords';
import { Unavailable } from '#domain/errors';
import { CONFIG, type Config } from '#server/config/config';

const argon2Async = promisify(argon2);
const PHC_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const ARGON2_PASSES = 2;
const HASH_BYTES = 32;
/** One per core of a small machine. */
const MAX_CONCURRENT_HASHES = 2;
const MAX_QUEUED_HASHES = 32;

interface Argon2Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const unpaddedBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const toPhcString = ({ memory, passes, parallelism }: Argon2Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`;

/** Argon2id (RFC 9106, OWASP's cost) from Node, stored as PHC strings. A bounded queue keeps sign-ins from using the whole machine. */
@Injectable()
export class Argon2Passwords extends Passwords {
  readonly #cost: Argon2Cost;
  /** Verified when the account does not exist, so that timing does not reveal it. */
  readonly #dummyHash: string;
  readonly #waiters: (() => void)[] = [];
  #runningCount = 0;

  constructor(@Inject(CONFIG) config: Pick<Config, 'ARGON2_MEMORY'>) {
    super();
    this.#cost = { memory: config.ARGON2_MEMORY, passes: ARGON2_PASSES, parallelism: 1 };
    this.#dummyHash = toPhcString(this.#cost, randomBytes(16), randomBytes(HASH_BYTES));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return toPhcString(this.#cost, salt, await this.#derive(password, salt, this.#cost, HASH_BYTES));
  }

  async matches(hash: string | null, password: string): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] = PHC_PATTERN.exec(hash ?? this.#dummyHash) ?? [];
    if (memory === undefined) throw new Error('a stored password hash cannot be read');
    const expectedTag = Buffer.from(tag, 'base64');
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const actualTag = await this.#derive(password, Buffer.from(salt, 'base64'), cost, expectedTag.length);
    return timingSafeEqual(actualTag, expectedTag) && hash !== null;
  }

  async #derive(password: string, salt: Buffer, cost: Argon2Cost, tagLength: number): Promise<Buffer> {
    await this.#acquireSlot();
    try {
      return await argon2Async('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost });
    } finally {
      this.#runningCount--;
      this.#waiters.shift()?.();
    }
  }

  async #acquireSlot(): Promise<void> {
    if (this.#runningCount >= MAX_CONCURRENT_HASHES) {
      if (this.#waiters.length >= MAX_QUEUED_HASHES)
        throw new Unavailable('Lots of people are signing in. Please try again in a few seconds.');
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
    this.#runningCount++;
  }
}
