import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { dayOf } from '#domain/days';
import { MINUTE_MS } from '#domain/durations';
import { PermissionEnded, PlatformUnavailable, RenewalLost } from '#domain/linked-accounts/errors';
import { renewalHorizon, warningHorizon } from '#domain/linked-accounts/permission-lifetime';
import type { Tokens } from '#domain/linked-accounts/platform';
import { EmailBranding, reconnectEmail } from '#domain/mail/emails';
import { JobDataSource } from '#server/database/data-source';
import { Postgres } from '#server/database/postgres';
import { userSchema } from '#server/database/schema/auth.schema';
import { linkedAccountSchema, type LinkedAccountRow } from '#server/database/schema/linked-accounts.schema';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { queueEmails } from '#server/mail/postgres/queue-emails';

/** The outcome of a renewal: new tokens were saved, the platform refused for good, or there was nothing to do (or another renewal is running). */
export type RenewalOutcome = 'renewed' | 'ended' | 'skipped';

/** A permission as it was when its renewal was decided. */
export type SeenPermission = Pick<LinkedAccountRow, '_id' | 'renewed_at'>;
/** `wasInterrupted`: an earlier renewal has neither succeeded nor failed, so its new tokens may be lost. */
type RefreshTokens = (tokens: Tokens, wasInterrupted: boolean) => Promise<Tokens>;

/** An account that is being renewed; `leasedUntil` also identifies the holder. */
interface RenewalLease {
  readonly account: LinkedAccountRow;
  readonly leasedUntil: Date;
  readonly wasInterrupted: boolean;
}

const WARNING_BATCH_SIZE = 200;
/** How long a renewal has an account to itself: longer than the timeouts of the platform. */
const LEASE_MS = MINUTE_MS;

/** When the permission ends unless it is renewed. */
const permissionEndsAt = ({ refresh_expires_at, access_expires_at }: LinkedAccountRow) => refresh_expires_at ?? access_expires_at;

const idsOf = (accounts: readonly LinkedAccountRow[]) => ({ _id: In(accounts.map(({ _id }) => _id)) });

/** Whether the platform may have renewed the permission although we got no tokens. */
const isAmbiguous = (error: unknown): boolean =>
  !(error instanceof PlatformUnavailable) || error.failure === 'unreachable' || error.failure === 'unexpected';

/** What a refusal changes. Where new tokens were lost, the access token works until it expires; only the dead refresh token is forgotten. */
const endOf = (error: PermissionEnded, now: Date): Partial<LinkedAccountRow> =>
  error instanceof RenewalLost
    ? { problem: 'renewal_lost', problem_since: now, refresh_token: null, refresh_expires_at: null }
    : { problem: 'ended', problem_since: now, needs_reconnect: true };

/** Renews the permissions of linked accounts. */
@Injectable()
export class Permissions {
  constructor(
    private readonly dataSource: JobDataSource,
    private readonly postgres: Postgres,
    private readonly tokenEncryption: TokenEncryption,
    private readonly emailBranding: EmailBranding,
  ) {}

  /** Returns the accounts whose tokens are due for renewal, in random order, so that a failing account does not always come first. */
  listDue(platform: string, now: Date): Promise<readonly SeenPermission[]> {
    return this.dataSource.manager
      .createQueryBuilder(linkedAccountSchema, 'a')
      .select(['a._id', 'a.renewed_at'])
      .where('a.platform = :platform and not a.needs_reconnect and a.renewed_at <= :issued and a.refresh_expires_at is not null')
      .andWhere('(a.access_expires_at <= :access or a.refresh_expires_at <= :refresh)')
      .setParameters({ platform, ...renewalHorizon(now) })
      .orderBy('random()')
      .getMany();
  }

  /**
   * Renews one permission under a lease that excludes other renewals. Nothing is done for one that was renewed since. New tokens are saved
   * together or not at all. When `refresh` throws `PermissionEnded`, the account is marked and its owner gets one email; any other error
   * is rethrown and changes nothing.
   */
  renew(seen: SeenPermission, now: Date, refresh: RefreshTokens): Promise<RenewalOutcome> {
    return this.postgres.runToCompletion(async () => {
      const lease = await this.#acquireLease(seen, now);
      const tokens = lease && this.tokenEncryption.decryptOrLog(lease.account);
      return lease && tokens ? this.#renewUnderLease(lease, tokens, now, refresh) : 'skipped';
    });
  }

  async #renewUnderLease(lease: RenewalLease, tokens: Tokens, now: Date, refresh: RefreshTokens): Promise<RenewalOutcome> {
    let renewed: Tokens;
    try {
      renewed = await refresh(tokens, lease.wasInterrupted);
    } catch (error) {
      const outcome = await this.#releaseAfterFailure(lease, error, now);
      if (error instanceof PermissionEnded) return outcome;
      throw error;
    }
    // The platform has invalidated the old refresh token, so the new one must be saved: retry once when the database fails.
    const saveTokens = () => this.#saveTokens(lease, renewed, now);
    return saveTokens().catch(saveTokens);
  }

  /** Emails, once, the owners of permissions that end within a week, and marks those that have ended. Returns how many were found. */
  async warnExpiring(platform: string, now: Date): Promise<number> {
    let foundCount = 0;
    for (;;) {
      const count = await this.dataSource.transaction((manager) => this.#warnBatch(manager, platform, now));
      foundCount += count;
      if (count < WARNING_BATCH_SIZE) return foundCount;
    }
  }

  /** Marks accounts whose permission ends soon or has ended, and emails owners who were not warned about it yet. */
  async #warnBatch(manager: EntityManager, platform: string, now: Date): Promise<number> {
    const endsAt = 'coalesce(a.refresh_expires_at, a.access_expires_at)';
    const accounts = await manager
      .createQueryBuilder(linkedAccountSchema, 'a')
      .where('a.platform = :platform and not a.needs_reconnect and (a.renewing_until is null or a.renewing_until <= :now)')
      .andWhere(`${endsAt} <= :horizon and (a.warned_at is null or ${endsAt} <= :now)`)
      .setParameters({ platform, now, horizon: warningHorizon(now) })
      .orderBy('a._id')
      .limit(WARNING_BATCH_SIZE)
      .setLock('pessimistic_write')
      .setOnLocked('skip_locked')
      .getMany();
    const ended = accounts.filter((account) => permissionEndsAt(account) <= now);
    await manager.update(linkedAccountSchema, idsOf(ended), { needs_reconnect: true, problem: 'expired', problem_since: now });
    await this.#warnOwners(manager, accounts, now);
    return accounts.length;
  }

  /** Returns null when there is nothing to renew or another renewal holds the lease. */
  #acquireLease({ _id, renewed_at }: SeenPermission, now: Date): Promise<RenewalLease | null> {
    return this.dataSource.transaction(async (manager) => {
      const account = await manager.findOne(linkedAccountSchema, {
        where: { _id, needs_reconnect: false },
        lock: { mode: 'pessimistic_write' },
      });
      const isLeased = account?.renewing_until && account.renewing_until > now;
      if (!account || isLeased || account.renewed_at.getTime() !== renewed_at.getTime()) return null;
      const leasedUntil = new Date(now.getTime() + LEASE_MS);
      await manager.update(linkedAccountSchema, { _id }, { renewing_until: leasedUntil });
      return { account, leasedUntil, wasInterrupted: account.renewing_until !== null };
    });
  }

  /** Returns 'skipped' when the account was linked again or removed meanwhile, because its current tokens are newer. */
  async #saveTokens({ account, leasedUntil }: RenewalLease, tokens: Tokens, now: Date): Promise<RenewalOutcome> {
    const { affected } = await this.dataSource.manager.update(
      linkedAccountSchema,
      { _id: account._id, renewing_until: leasedUntil },
      this.tokenEncryption.renewed(account, tokens, now),
    );
    return affected === 1 ? 'renewed' : 'skipped';
  }

  /** Releases the lease for the next attempt; a final refusal also ends the permission, now or with its access token. */
  #releaseAfterFailure({ account, leasedUntil, wasInterrupted }: RenewalLease, error: unknown, now: Date): Promise<RenewalOutcome> {
    const { _id } = account;
    return this.dataSource.transaction(async (manager) => {
      const isEnded = error instanceof PermissionEnded;
      // An expired lease is the trace of a renewal whose response was lost, until one succeeds or is refused.
      const released = { renewing_until: !isEnded && (wasInterrupted || isAmbiguous(error)) ? now : null };
      const { affected } = await manager.update(linkedAccountSchema, { _id, renewing_until: leasedUntil }, released);
      if (affected !== 1) return 'skipped';
      if (!isEnded) {
        const problem = error instanceof PlatformUnavailable ? error.failure : 'unexpected';
        if (account.problem !== problem) await manager.update(linkedAccountSchema, { _id }, { problem, problem_since: now });
        return 'skipped';
      }
      await manager.update(linkedAccountSchema, { _id }, endOf(error, now));
      await this.#warnOwners(manager, await manager.findBy(linkedAccountSchema, { _id }), now);
      return 'ended';
    });
  }

  /** Emails the owners of accounts who were not warned yet and whose address is confirmed. */
  async #warnOwners(manager: EntityManager, accounts: readonly LinkedAccountRow[], now: Date): Promise<void> {
    const unwarned = accounts.filter(({ warned_at }) => warned_at === null);
    await manager.update(linkedAccountSchema, idsOf(unwarned), { warned_at: now });
    const owners = await manager.find(userSchema, {
      select: { id: true, email: true, locale: true },
      where: { id: In(unwarned.map(({ user_id }) => user_id)), is_confirmed: true },
    });
    const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
    const emails = unwarned.flatMap((account) => {
      const owner = ownerOf.get(account.user_id);
      if (owner === undefined) return [];
      const endsAt = permissionEndsAt(account);
      const lastDay = account.needs_reconnect || endsAt <= now ? null : dayOf(endsAt);
      return [reconnectEmail(this.emailBranding.contextFor(owner.email, owner.id, owner.locale), account.username, lastDay)];
    });
    await queueEmails(manager, emails, now);
  }
}
