import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Platform, type Tokens } from '#domain/linked-accounts/platform';
import { PermissionEnded, PlatformUnavailable, RenewalLost } from '#domain/linked-accounts/errors';
import { Permissions, type RenewalOutcome, type SeenPermission } from '#server/linked-accounts/typeorm/permissions';

/** After this many failures in a row the platform itself is failing; the next run continues. */
const MAX_CONSECUTIVE_FAILURES = 5;

/** The results of a run; `warned` counts permissions that end soon. */
type RenewalCounts = Readonly<Record<RenewalOutcome | 'failed' | 'warned', number>>;

/** Renews permissions before they end, and emails owners whose permission cannot be renewed. */
@Injectable()
export class RenewTokens {
  constructor(
    private readonly platform: Platform,
    private readonly permissions: Permissions,
    private readonly clock: Clock,
  ) {}

  /** Stops between two accounts when the scope is revoked: a running renewal is completed, since the platform may have replaced its token. */
  async run(scope: LockScope): Promise<RenewalCounts> {
    const counts = { renewed: 0, ended: 0, skipped: 0, failed: 0, warned: 0 };
    const { name } = this.platform;
    if (name === null) return counts;
    let consecutiveFailures = 0;
    for (const due of await this.permissions.listDue(name, this.clock.now())) {
      scope.throwIfRevoked();
      const outcome = await this.#renew(due);
      counts[outcome]++;
      consecutiveFailures = outcome === 'failed' ? consecutiveFailures + 1 : 0;
      if (consecutiveFailures === MAX_CONSECUTIVE_FAILURES) break;
    }
    counts.warned = await this.permissions.warnExpiring(name, this.clock.now());
    return counts;
  }

  async #renew(due: SeenPermission): Promise<RenewalOutcome | 'failed'> {
    const now = this.clock.now();
    try {
      return await this.permissions.renew(due, now, (tokens, wasInterrupted) => this.#refresh(tokens, wasInterrupted, now));
    } catch (error) {
      if (error instanceof PlatformUnavailable) return 'failed';
      throw error;
    }
  }

  /**
   * Accepts a refusal only if the profile cannot be fetched either: a wrong app secret fails for all accounts and must not email their
   * owners. After an interrupted renewal, a refusal means that its new tokens were lost; the access token still works until it expires.
   */
  async #refresh(tokens: Tokens, wasInterrupted: boolean, now: Date): Promise<Tokens> {
    try {
      return await this.platform.refreshTokens(tokens);
    } catch (error) {
      if (!(error instanceof PermissionEnded) || tokens.access_expires_at <= now) throw error;
    }
    await this.platform.fetchProfile(tokens.access);
    throw wasInterrupted ? new RenewalLost() : new PlatformUnavailable('renewal_refused');
  }
}
