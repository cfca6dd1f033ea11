import { Injectable } from '@nestjs/common';
import { type Account, Accounts } from '#server/auth/account/typeorm/accounts';
import { normalizeEmail } from '#domain/auth/account/email-address';
import { SecurityLog } from '#domain/auth/security-log';
import { safeRedirect } from '#domain/auth/sessions/safe-redirect';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import type { ProviderAnswerQuery, SignInLink } from '#domain/auth/single-sign-on/contract';
import {
  type Identity,
  IdentityProvider,
  isFresh,
  type ProvidedIdentity,
  SIGN_IN_WAIT_MS,
  SignInFailed,
  type SignInSecrets,
} from '#domain/auth/single-sign-on/identity-provider';
import { ADMIN_ROLE, type SignedInUser } from '#domain/auth/viewer';
import type { ClientIp } from '#domain/client-ip';
import { Clock } from '#domain/clock';
import { Conflict, NotFound, NotPossible } from '#domain/errors';
import { EmailBranding, signInLinkedEmail, signInUnlinkedEmail } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { SignInLinks } from '#server/auth/single-sign-on/typeorm/sign-in-links';

/**
 * How a sign-in ends: with an account, with the token of a link that the account's owner must consent to, or with the id of the user who
 * just signed in again.
 */
type SignInEnd =
  | { readonly account: Account; readonly isNew: boolean; readonly next: string }
  | { readonly linkToken: string }
  | { readonly checkedId: string; readonly next: string };

interface PendingLink extends Identity {
  readonly what: 'sign-in link';
  readonly user_id: string;
  readonly expires: number;
}

/** Marks the state of an owner check. */
const CHECK = 'check';

const linkExpired = () => new NotPossible('That took too long, or belongs to another account. Sign in with single sign-on again.');

/** Signs in with the OpenID provider of the site, and links its identities to accounts. */
@Injectable()
export class SingleSignOn {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly links: SignInLinks,
    private readonly accounts: Accounts,
    private readonly signInAttempts: SignInAttempts,
    private readonly emailBranding: EmailBranding,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Returns where the browser with this session token signs in, or signs in again for an owner check, to continue at `next`. */
  start(next: string, isOwnerCheck: boolean, token: string): Promise<string> {
    const expires = this.clock.now().getTime() + SIGN_IN_WAIT_MS;
    const path = Buffer.from(safeRedirect(next, 'http://localhost', '/auth/login')).toString('base64url');
    const content = `${this.secrets.createToken()}.${expires}.${isOwnerCheck ? CHECK : ''}.${path}`;
    const secrets = this.#secretsOf(`${content}.${this.#derive('state', content, token)}`, token);
    return this.provider.signInUrl(secrets, isOwnerCheck);
  }

  /** Ends the sign-in that the same browser began; in maintenance, only an administrator's. Throws `SignInFailed`. */
  async finish(answer: ProviderAnswerQuery, token: string, clientIp: ClientIp, isInMaintenance: boolean): Promise<SignInEnd> {
    const { secrets, next, isOwnerCheck, sentAt } = this.#verifyState(answer.state ?? '', token);
    const identity = await this.provider.identify(answer, secrets);
    if (isOwnerCheck) {
      if (!isFresh(identity, sentAt)) throw new SignInFailed('stale');
      return { checkedId: (await this.links.findUserId(identity)) ?? '', next };
    }
    const known = await this.#findAccount(identity);
    if (isInMaintenance && known?.role_id !== ADMIN_ROLE) throw new SignInFailed('maintenance');
    const found = known ?? (await this.#createOrAskForConsent(identity));
    if ('linkToken' in found) return found;
    await this.signInAttempts.recordSuccess(found.email, clientIp);
    this.securityLog.record({ event: 'signed-in', user_id: found.id, clientIp, detail: 'single sign-on' });
    return { account: found, isNew: known === null, next };
  }

  listFor(user: SignedInUser): Promise<readonly SignInLink[]> {
    return this.links.listFor(user.id);
  }

  /** Links the identity of a token to the account whose owner was checked in this session. */
  async link(account: Account, token: string, sessionHash: string): Promise<void> {
    const pending = this.#unsealLink(token);
    const isValid = pending?.user_id === account.id && pending.expires > this.clock.now().getTime();
    if (!isValid) throw linkExpired();
    const email = signInLinkedEmail(this.emailBranding.contextFor(account.email, account.id), pending.issuer);
    if (!(await this.links.add(account.id, pending, email, sessionHash, this.clock.now())))
      throw new Conflict('This sign-in is linked already.');
    this.securityLog.record({ event: 'sign-in-linked', user_id: account.id });
  }

  async unlink(user: SignedInUser, id: string): Promise<void> {
    const email = signInUnlinkedEmail(this.emailBranding.contextFor(user.email, user.id));
    const outcome = await this.links.remove(user.id, id, email, this.clock.now());
    if (outcome === 'missing') throw new NotFound('That sign-in is not linked.');
    if (outcome === 'last')
      throw new NotPossible('This is the only way to sign in to your account. Set a password first, by “Forgot your password?”.');
    this.securityLog.record({ event: 'sign-in-unlinked', user_id: user.id });
  }

  /** An address that the provider has not verified is refused whether or not it has an account, which it must not reveal. */
  async #createOrAskForConsent(identity: ProvidedIdentity): Promise<Account | { readonly linkToken: string }> {
    const email = identity.is_email_verified ? normalizeEmail(identity.email ?? '') : null;
    if (email === null) throw new SignInFailed('unverified');
    const owner = await this.accounts.findConfirmed(email);
    if (owner) return { linkToken: this.#sealLink(owner.id, identity) };
    const id = await this.links.createAccount(email, identity, this.clock.now());
    const account = id === null ? null : await this.accounts.findById(id);
    if (!account) throw new SignInFailed('failed');
    this.securityLog.record({ event: 'registered', user_id: account.id, detail: 'single sign-on' });
    return account;
  }

  async #findAccount(identity: Identity): Promise<Account | null> {
    const userId = await this.links.findUserId(identity);
    return userId === null ? null : this.accounts.findById(userId);
  }

  #sealLink(userId: string, { issuer, subject }: Identity): string {
    const expires = this.clock.now().getTime() + SIGN_IN_WAIT_MS;
    const link: PendingLink = { what: 'sign-in link', user_id: userId, issuer, subject, expires };
    return Buffer.from(this.secrets.seal(JSON.stringify(link))).toString('base64url');
  }

  #unsealLink(token: string): PendingLink | null {
    try {
      const link = JSON.parse(this.secrets.unseal(Buffer.from(token, 'base64url').toString())) as PendingLink;
      return link.what === 'sign-in link' ? link : null;
    } catch {
      return null;
    }
  }

  /** Returns the content of `state`, which the provider returns. */
  #verifyState(state: string, token: string) {
    const [random = '', expires = '', check = '', path = '', signature = ''] = state.split('.');
    const isOurs = this.secrets.isSigned('sign-in', `state ${random}.${expires}.${check}.${path} ${token}`, signature);
    if (!isOurs || Number(expires) <= this.clock.now().getTime()) throw new SignInFailed('failed');
    return {
      secrets: this.#secretsOf(state, token),
      next: Buffer.from(path, 'base64url').toString(),
      isOwnerCheck: check === CHECK,
      sentAt: new Date(Number(expires) - SIGN_IN_WAIT_MS),
    };
  }

  /** Nonce and verifier are derived from state and session token, so that nothing is stored, and no other browser can end the sign-in. */
  #secretsOf(state: string, token: string): SignInSecrets {
    return { state, nonce: this.#derive('nonce', state, token), code_verifier: this.#derive('verifier', state, token) };
  }

  #derive(what: 'state' | 'nonce' | 'verifier', text: string, token: string): string {
    return this.secrets.sign('sign-in', `${what} ${text} ${token}`);
  }
}
