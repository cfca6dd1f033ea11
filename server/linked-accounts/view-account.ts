import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { dayOf } from '#domain/days';
import { NotFound, Unavailable } from '#domain/errors';
import { type AccountAccess, AccountReader, type DaySpan } from '#domain/linked-accounts/account-reader';
import type { OwnAnalytics, OwnTopPins } from '#domain/linked-accounts/contract';
import { PermissionEnded, PlatformNotConfigured } from '#domain/linked-accounts/errors';
import { OWN_HISTORY_DAYS, type OwnMetric, type OwnSplit } from '#domain/linked-accounts/own-analytics';
import { Platform } from '#domain/linked-accounts/platform';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';

/** Shows a user what Pinterest counts for one of the user's own accounts, read live. */
@Injectable()
export class ViewAccount {
  constructor(
    private readonly platform: Platform,
    private readonly reader: AccountReader,
    private readonly accounts: LinkedAccounts,
    private readonly clock: Clock,
  ) {}

  /** The days that Pinterest reaches back, split if asked for. */
  async analytics(userId: string, id: string, split: OwnSplit): Promise<OwnAnalytics> {
    const access = await this.#accessTo(userId, id);
    return { split, series: await this.reader.readDays(access, this.#span(), split) };
  }

  /** The pins with the most of a metric. One whose title cannot be read is there without it. */
  async topPins(userId: string, id: string, metric: OwnMetric): Promise<OwnTopPins> {
    const access = await this.#accessTo(userId, id);
    const top = await this.reader.readTopPins(access, this.#span(), metric);
    const pins = await Promise.all(
      top.map(async (pin) => {
        const own = await this.reader.readPin(access, pin.id).catch((error: unknown) => {
          if (error instanceof Unavailable) return null;
          throw error;
        });
        const created = own?.created_at ?? null;
        return { ...pin, title: own?.title ?? null, image: own?.image ?? null, created_at: created?.toISOString() ?? null };
      }),
    );
    return { metric, pins };
  }

  async #accessTo(userId: string, id: string): Promise<AccountAccess> {
    const account = await this.accounts.findAccess(userId, id);
    if (account === null) throw new NotFound("This account isn't linked.");
    if (account.platform !== this.platform.name) throw new PlatformNotConfigured();
    if (account.token === null) throw new PermissionEnded();
    return { id, token: account.token };
  }

  #span(): DaySpan {
    const lastDay = dayOf(this.clock.now());
    return { firstDay: lastDay - OWN_HISTORY_DAYS + 1, lastDay };
  }
}
