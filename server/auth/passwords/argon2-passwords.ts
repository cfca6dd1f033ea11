import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { type HashRequester, Passwords } from '#domain/auth/account/passwords';
import { CONFIG, type Config } from '#server/config/config';
import { Unavailable } from '#domain/errors';

/** One per core of a small machine. */
const MAX_CONCURRENT_HASHES = 2;
const MAX_QUEUED_HASHES = 32;
/** The rest of the queue is for familiar requesters. */
const MAX_QUEUED_STRANGERS = 24;

/** Runs few hashes at a time, so that sign-ins do not use the whole machine. Familiar requesters go first and always find room beside strangers. */
export class HashQueue {
  readonly #waiting: Record<HashRequester, (() => void)[]> = { familiar: [], stranger: [] };
  #runningCount = 0;

  /** Runs the work when it is its turn; throws `Unavailable` when the requester's part of the queue is full. */
  async run<T>(requester: HashRequester, work: () => Promise<T>): Promise<T> {
    if (this.#runningCount >= MAX_CONCURRENT_HASHES) await this.#waitForTurn(requester);
    else this.#runningCount++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.familiar.shift() ?? this.#waiting.stranger.shift();
      // The next one takes over the place of this one.
      if (next) next();
      else this.#runningCount--;
    }
  }

  #waitForTurn(requester: HashRequester): Promise<void> {
    const { familiar, stranger } = this.#waiting;
    const isFull =
      familiar.length + stranger.length >= MAX_QUEUED_HASHES || (requester === 'stranger' && stranger.length >= MAX_QUEUED_STRANGERS);
    if (isFull) throw new Unavailable('Lots of people are signing in. Please try again in a few seconds.');
    return new Promise((resolve) => this.#waiting[requester].push(resolve));
  }
}

const argon2Async = promisify(argon2);
const PHC_PATTERN = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const ARGON2_PASSES = 2;
const HASH_BYTES = 32;

interface Argon2Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const unpaddedBase64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const toPhcString = ({ memory, passes, parallelism }: Argon2Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpaddedBase64(salt)}$${unpaddedBase64(tag)}`;

/** Argon2id (RFC 9106, OWASP's cost) from Node, stored as PHC strings. */
@Injectable()
export class Argon2Passwords extends Passwords {
  readonly #cost: Argon2Cost;
  /** Verified when the account does not exist, so that timing does not reveal it. */
  readonly #dummyHash: string;
  readonly #queue = new HashQueue();
  #common: Promise<ReadonlySet<string>> | undefined;

  constructor(@Inject(CONFIG) config: Pick<Config, 'ARGON2_MEMORY'>) {
    super();
    this.#cost = { memory: config.ARGON2_MEMORY, passes: ARGON2_PASSES, parallelism: 1 };
    this.#dummyHash = toPhcString(this.#cost, randomBytes(16), randomBytes(HASH_BYTES));
  }

  async hash(password: string, requester: HashRequester = 'stranger'): Promise<string> {
    const salt = randomBytes(16);
    return toPhcString(this.#cost, salt, await this.#derive(password, salt, this.#cost, HASH_BYTES, requester));
  }

  async matches(hash: string | null, password: string, requester: HashRequester = 'stranger'): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] = PHC_PATTERN.exec(hash ?? this.#dummyHash) ?? [];
    if (memory === undefined) throw new Error('a stored password hash cannot be read');
    const expectedTag = Buffer.from(tag, 'base64');
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const actualTag = await this.#derive(password, Buffer.from(salt, 'base64'), cost, expectedTag.length, requester);
    return timingSafeEqual(actualTag, expectedTag) && hash !== null;
  }

  isOutdated(hash: string): boolean {
    const [, memory, passes] = PHC_PATTERN.exec(hash) ?? [];
    return Number(memory) < this.#cost.memory || Number(passes) < this.#cost.passes;
  }

  /** The 49,000 most common passwords are in a package, which is loaded when a password is first chosen. */
  async loadCommon(): Promise<(password: string) => boolean> {
    this.#common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
    const common = await this.#common;
    return (password) => common.has(password);
  }

  #derive(password: string, salt: Buffer, cost: Argon2Cost, tagLength: number, requester: HashRequester): Promise<Buffer> {
    return this.#queue.run(requester, () =>
      argon2Async('argon2id', { message: password.normalize('NFKC'), nonce: salt, tagLength, ...cost }),
    );
  }
}
