import { Injectable } from '@nestjs/common';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import type { AddedPasskey, NewPasskey, PasskeyOptions, PasskeyView, SignedCredential } from '#domain/auth/passkeys/contract';
import { CHALLENGE_MS, type ChallengePurpose, refuseMorePasskeys } from '#domain/auth/passkeys/passkeys';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { createRecoveryCodes } from '#domain/auth/second-factor';
import { SecurityLog } from '#domain/auth/security-log';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { Clock } from '#domain/clock';
import { Conflict, NotFound, NotPossible } from '#domain/errors';
import { EmailBranding, passkeyAddedEmail, passkeyRemovedEmail } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { type PasskeyKey, Passkeys, type StoredPasskey } from '#server/auth/passkeys/typeorm/passkeys';
import { WebAuthnProtocol } from '#server/auth/passkeys/webauthn/protocol';

const toView = ({ id, name, added_at, used_at }: StoredPasskey): PasskeyView => ({
  id,
  name,
  added_at: added_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
});
const refused = () => new NotPossible('That passkey was not accepted, or it took too long. Try again.');

/** Adds passkeys to accounts, and signs in with them. `token` is the session token of the browser, which challenges are bound to. */
@Injectable()
export class UsePasskeys {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly protocol: WebAuthnProtocol,
    private readonly accounts: Accounts,
    private readonly signInAttempts: SignInAttempts,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  async listFor(user: SignedInUser): Promise<readonly PasskeyView[]> {
    return (await this.passkeys.listFor(user.id)).map(toView);
  }

  /** Begins to add a passkey, after an owner check. */
  async beginAdding(user: SignedInUser, token: string): Promise<PasskeyOptions> {
    if (!user.is_confirmed) throw new NotPossible('Confirm your email address first.');
    const known = await this.passkeys.listFor(user.id);
    refuseMorePasskeys(known.length);
    const { brand } = this.emailBranding.contextFor(user.email, user.id);
    const challenge = await this.#challenge(token, 'add');
    return { options: await this.protocol.creationOptions(user, brand, challenge, known) };
  }

  /** Adds the passkey that was created for the challenge. The first factor of an account ends its other sessions. */
  async add(user: SignedInUser, { name, credential }: NewPasskey, token: string): Promise<AddedPasskey> {
    const sessionHash = this.secrets.hash(token);
    const challenge = await this.passkeys.takeChallenge(sessionHash, 'add', this.clock.now());
    const key = challenge === null ? null : await this.protocol.verifyCreation(credential, challenge);
    if (!key) throw refused();
    const now = this.clock.now();
    const { shown, hashes } = createRecoveryCodes(this.secrets);
    const email = passkeyAddedEmail(this.emailBranding.contextFor(user.email, user.id), name);
    const passkey = { ...key, user_id: user.id, name, added_at: now };
    const added = await this.passkeys.add(passkey, hashes, email, sessionHash);
    if (!added) throw new Conflict('That passkey is added already.');
    this.securityLog.record({ event: 'passkey-added', user_id: user.id });
    return { passkey: toView({ ...passkey, id: added.id, used_at: null }), recovery_codes: added.hasNewCodes ? [...shown] : [] };
  }

  async remove(user: SignedInUser, id: string): Promise<void> {
    const passkey = (await this.passkeys.listFor(user.id)).find((each) => each.id === id);
    const email = passkeyRemovedEmail(this.emailBranding.contextFor(user.email, user.id), passkey?.name ?? '');
    if (!(await this.passkeys.remove(user.id, id, email, this.clock.now()))) throw new NotFound('That passkey is removed already.');
    this.securityLog.record({ event: 'passkey-removed', user_id: user.id });
  }

  /** Begins to sign in: with any passkey, or, after a password, with one of its account. */
  async beginSignIn({ session }: RequestContext, token: string): Promise<PasskeyOptions> {
    const userId = session?.password_given ? session.pending_user_id : null;
    return this.#request(token, 'sign-in', userId === null ? [] : await this.#ownPasskeys(userId));
  }

  /** Returns the account of the passkey that signed this browser's challenge. */
  async signIn(credential: SignedCredential, { session, clientIp }: RequestContext, token: string): Promise<Account> {
    const passkey = await this.#verify(credential, token, 'sign-in');
    const account = passkey && (await this.accounts.findById(passkey.user_id));
    const isExpected = !session?.password_given || session.pending_user_id === account?.id;
    if (!account?.is_confirmed || !isExpected) {
      this.securityLog.record({ event: 'sign-in-failed', user_id: account?.id ?? null, clientIp, detail: 'passkey' });
      throw refused();
    }
    await this.signInAttempts.recordSuccess(account.email, clientIp);
    this.securityLog.record({ event: 'signed-in', user_id: account.id, clientIp, detail: 'passkey' });
    return account;
  }

  async beginOwnerCheck(user: SignedInUser, token: string): Promise<PasskeyOptions> {
    return this.#request(token, 'owner-check', await this.#ownPasskeys(user.id));
  }

  /** Throws unless one of the user's passkeys signed this browser's challenge. */
  async verifyOwner(user: SignedInUser, credential: SignedCredential, token: string): Promise<void> {
    const passkey = await this.#verify(credential, token, 'owner-check');
    if (passkey?.user_id !== user.id) throw refused();
  }

  async #ownPasskeys(userId: string): Promise<readonly StoredPasskey[]> {
    const own = await this.passkeys.listFor(userId);
    if (own.length === 0) throw new NotPossible('This account has no passkey.');
    return own;
  }

  async #request(token: string, purpose: ChallengePurpose, allowed: readonly PasskeyKey[]): Promise<PasskeyOptions> {
    return { options: await this.protocol.requestOptions(await this.#challenge(token, purpose), allowed) };
  }

  async #challenge(token: string, purpose: ChallengePurpose): Promise<string> {
    const challenge = this.secrets.createToken();
    const expiresAt = new Date(this.clock.now().getTime() + CHALLENGE_MS);
    await this.passkeys.saveChallenge(this.secrets.hash(token), purpose, challenge, expiresAt);
    return challenge;
  }

  /** Returns the passkey that signed this browser's challenge, which it uses up in any case. */
  async #verify(credential: SignedCredential, token: string, purpose: ChallengePurpose): Promise<StoredPasskey | null> {
    const challenge = await this.passkeys.takeChallenge(this.secrets.hash(token), purpose, this.clock.now());
    const passkey = challenge === null ? null : await this.passkeys.find(credential.id);
    const counter = challenge === null || !passkey ? null : await this.protocol.verifySignature(credential, challenge, passkey);
    return passkey && counter !== null && (await this.passkeys.use(passkey, counter, this.clock.now())) ? passkey : null;
  }
}
