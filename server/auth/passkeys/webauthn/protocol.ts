import { Injectable, Logger } from '@nestjs/common';
import type { CreatedCredential, SignedCredential } from '#domain/auth/passkeys/contract';
import { CHALLENGE_MS } from '#domain/auth/passkeys/passkeys';
import type { PasskeyKey, StoredPasskey } from '#server/auth/passkeys/typeorm/passkeys';
import type { SignedInUser } from '#domain/auth/viewer';
import { PublicUrl } from '#server/http/public-url';

/** Loaded when it is first needed: it takes 300 ms and 25 MB. */
const load = () => import('@simplewebauthn/server');

const toBytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));
type Transports = NonNullable<Parameters<Awaited<ReturnType<typeof load>>['verifyAuthenticationResponse']>[0]['credential']['transports']>;
const descriptorOf = ({ credential_id, transports }: PasskeyKey) => ({ id: credential_id, transports: [...transports] as Transports });

/** The WebAuthn protocol. Always requires user verification. */
@Injectable()
export class WebAuthnProtocol {
  readonly #logger = new Logger('auth');

  constructor(private readonly publicUrl: PublicUrl) {}

  /** The options of `navigator.credentials.create`. */
  async creationOptions({ id, email }: SignedInUser, brand: string, challenge: string, known: readonly PasskeyKey[]) {
    const { generateRegistrationOptions } = await load();
    const options = await generateRegistrationOptions({
      rpName: brand,
      rpID: this.#host,
      userID: new Uint8Array(Buffer.from(id)),
      userName: email,
      challenge: toBytes(challenge),
      timeout: CHALLENGE_MS,
      excludeCredentials: known.map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  }

  /** The options of `navigator.credentials.get`; without `allowed`, the browser offers what it has for this site. */
  async requestOptions(challenge: string, allowed: readonly PasskeyKey[]) {
    const { generateAuthenticationOptions } = await load();
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      challenge: toBytes(challenge),
      timeout: CHALLENGE_MS,
      allowCredentials: allowed.map(descriptorOf),
      userVerification: 'required',
    });
    return { ...options };
  }

  /** Returns the key that was created for this challenge at this site, else null. */
  async verifyCreation(credential: CreatedCredential, challenge: string): Promise<PasskeyKey | null> {
    const { verifyRegistrationResponse } = await load();
    return this.#nullIfRefused(async () => {
      const { transports, ...response } = credential.response;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        ...this.#expected(challenge),
        response: { ...credential, response, clientExtensionResults: {} },
      });
      if (!verified) return null;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { credential_id: id, public_key: Buffer.from(publicKey), counter, transports };
    });
  }

  /** Returns the counter of a signature by this passkey for this challenge at this site, else null. */
  async verifySignature(credential: SignedCredential, challenge: string, passkey: StoredPasskey): Promise<number | null> {
    const { verifyAuthenticationResponse } = await load();
    return this.#nullIfRefused(async () => {
      const { userHandle, ...response } = credential.response;
      if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== passkey.user_id) return null;
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        ...this.#expected(challenge),
        response: { ...credential, response, clientExtensionResults: {} },
        credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
      });
      return verified ? authenticationInfo.newCounter : null;
    });
  }

  get #host(): string {
    return new URL(this.publicUrl.origin).hostname;
  }

  #expected(challenge: string) {
    return {
      expectedChallenge: challenge,
      expectedOrigin: this.publicUrl.origin,
      expectedRPID: this.#host,
      requireUserVerification: true,
    };
  }

  /** The library throws for everything that is not as it must be. */
  async #nullIfRefused<T>(verify: () => Promise<T | null>): Promise<T | null> {
    try {
      return await verify();
    } catch (error) {
      this.#logger.log(`a passkey was refused: ${(error as Error).message}`);
      return null;
    }
  }
}
