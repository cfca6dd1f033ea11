import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** The head of a CBOR value: its major type, and its number or length. */
function head(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size]);
  return size < 256 ? Buffer.from([(type << 5) | 24, size]) : Buffer.from([(type << 5) | 25, size >> 8, size & 255]);
}

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)])]);
}

/** The options that a site sends, as far as an authenticator reads them. */
export interface SentOptions {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** What a test changes of an answer. */
export interface AnswerFaults {
  readonly origin?: string;
  readonly host?: string;
  readonly isUserVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

/** An authenticator with one passkey (ES256), which makes real signatures. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  readonly #keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  #userHandle = '';

  constructor(private readonly origin = 'http://localhost:3000') {}

  /** What `navigator.credentials.create` returns for these options, as JSON. */
  create(options: SentOptions, faults: AnswerFaults = {}): object {
    this.#userHandle = options.user?.id ?? '';
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cbor(key)]);
    const authData = Buffer.concat([this.#authenticatorData(options, faults, HAS_KEY), attested]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options, faults)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** What `navigator.credentials.get` returns for these options, as JSON. */
  get(options: SentOptions, faults: AnswerFaults = {}): object {
    this.#counter++;
    const { userHandle = this.#userHandle } = faults;
    const clientData = this.#clientData('webauthn.get', options, faults);
    const authenticatorData = this.#authenticatorData(options, faults, 0);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      ...(userHandle === '' ? {} : { userHandle }),
    });
  }

  #credential(response: object): object {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {}, authenticatorAttachment: 'platform' };
  }

  #clientData(type: string, { challenge }: SentOptions, { origin = this.origin }: AnswerFaults): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData({ rp, rpId }: SentOptions, faults: AnswerFaults, flags: number): Buffer {
    const { host = rp?.id ?? rpId ?? '', isUserVerified = true, counter = this.#counter } = faults;
    const data = Buffer.alloc(5);
    data.writeUInt8(flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0));
    data.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(host), data]);
  }
}
