import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Passwords } from '#domain/auth/passwords';
import { Unavailable } from '#domain/errors';
import { CONFIG, type Config } from '#server/config/config';

const derive = promisify(argon2);
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;
const PASSES = 2;
const LENGTH = 32;
/** So many hashes are made at once, one per core of a small machine; so many more may wait. */
const AT_ONCE = 2;
const WAITING = 32;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

const phc = ({ memory, passes, parallelism }: Cost, salt: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

/** Argon2id as Node brings it, stored as PHC text (RFC 9106; the cost is OWASP's). A crowd of sign-ins cannot take the whole machine. */
@Injectable()
export class Argon2Passwords extends Passwords {
  readonly #cost: Cost;
  /** Of nobody: no password is its. */
  readonly #nobodys: string;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(@Inject(CONFIG) config: Pick<Config, 'ARGON2_MEMORY'>) {
    super();
    this.#cost = { memory: config.ARGON2_MEMORY, passes: PASSES, parallelism: 1 };
    this.#nobodys = phc(this.#cost, randomBytes(16), randomBytes(LENGTH));
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return phc(this.#cost, salt, await this.#derive(password, salt, this.#cost, LENGTH));
  }

  async matches(hash: string | null, password: string): Promise<boolean> {
    const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hash ?? this.#nobodys) ?? [];
    if (memory === undefined) throw new Error('a stored password hash cannot be read');
    const wanted = Buffer.from(tag, 'base64');
    const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
    const found = await this.#derive(password, Buffer.from(salt, 'base64'), cost, wanted.length);
    return timingSafeEqual(found, wanted) && hash !== null;
  }

  async #derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
    await this.#turn();
    try {
      return await derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
    } finally {
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= AT_ONCE) {
      if (this.#queue.length >= WAITING)
        throw new Unavailable('Too many people sign in at this moment. Please try again in a few seconds.');
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    this.#running++;
  }
}
