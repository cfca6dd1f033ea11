import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { Unavailable } from '#domain/errors';
import { isDue } from '#domain/linked-accounts/permission-life';
import { Permissions, type Renewal } from '#domain/linked-accounts/permissions';
import { Platform, type Tokens } from '#domain/linked-accounts/platform';
import { PermissionEnded } from '#domain/linked-accounts/refusals';

/** After so many failures in a row the platform, not an account, is in trouble; the next run goes on. */
const ENOUGH_FAILURES = 5;

/** What a run did; `warned`: permissions near their end. */
export type Freshness = Readonly<Record<Renewal | 'failed' | 'warned', number>>;

/** Renews permissions before they end, and says so to people whose permission cannot be renewed. */
@Injectable()
export class KeepTokensFresh {
  constructor(
    private readonly platform: Platform,
    private readonly permissions: Permissions,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<Freshness> {
    const done = { renewed: 0, ended: 0, left: 0, failed: 0, warned: 0 };
    const { name } = this.platform;
    if (name === null) return done;
    let failuresInARow = 0;
    for (const id of await this.permissions.due(name, this.clock.now())) {
      const outcome = await this.#renew(id);
      done[outcome]++;
      failuresInARow = outcome === 'failed' ? failuresInARow + 1 : 0;
      if (failuresInARow === ENOUGH_FAILURES) break;
    }
    done.warned = await this.permissions.warn(name, this.clock.now());
    return done;
  }

  async #renew(id: string): Promise<Renewal | 'failed'> {
    const now = this.clock.now();
    try {
      return await this.permissions.renew(
        id,
        now,
        (life) => isDue(life, now),
        (tokens) => this.#refresh(tokens, now),
      );
    } catch (error) {
      if (error instanceof Unavailable) return 'failed';
      throw error;
    }
  }

  /** A refusal counts only when the account cannot be read either: a wrong app secret of ours refuses everybody, and is no reason to write to them. */
  async #refresh(tokens: Tokens, now: Date): Promise<Tokens> {
    try {
      return await this.platform.refresh(tokens);
    } catch (error) {
      if (!(error instanceof PermissionEnded) || tokens.access_expires_at <= now) throw error;
    }
    await this.platform.profile(tokens.access);
    throw new Unavailable('Pinterest refuses to renew a permission that still works.');
  }
}
