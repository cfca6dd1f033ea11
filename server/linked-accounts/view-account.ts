import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { NotFound, Unavailable } from '#domain/errors';
import { type AccountAccess, AccountReader, type DaySpan } from '#domain/linked-accounts/account-reader';
import type {
  OwnAnalytics,
  OwnBoards,
  OwnPinAnalytics,
  OwnTopPins,
  ResearchResults,
  ResearchResultsQuery,
  Terms,
  Trends,
  Volumes,
  VolumesQuery,
} from '#domain/linked-accounts/contract';
import { PermissionEnded, PlatformNotConfigured, VolumesNotAllowed } from '#domain/linked-accounts/errors';
import { OWN_HISTORY_DAYS, type OwnMetric, type OwnSplit } from '#domain/linked-accounts/own-analytics';
import { boardResults } from '#domain/linked-accounts/own-boards';
import { Platform, VOLUMES_SCOPE } from '#domain/linked-accounts/platform';
import { pinsAbout, savesOfFirstDays } from '#domain/linked-accounts/research-results';
import type { TrendFilter } from '#domain/linked-accounts/trends';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';

/** How many pins about a keyword are listed; each costs a request. */
const MAX_RESULT_PINS = 10;

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

  /** The boards with the results of the account's own pins on them. */
  async boards(userId: string, id: string): Promise<OwnBoards> {
    const { pin_count, ...access } = await this.#accessTo(userId, id);
    const [boards, pins] = await Promise.all([this.reader.readBoards(access), this.reader.readPins(access)]);
    return {
      boards: [...boardResults(boards.items, pins.items)],
      pins_read: pins.items.filter(({ values }) => values.outbound_clicks !== null).length,
      pins: pins.isComplete ? pins.items.length : pin_count,
    };
  }

  /** The days of one of the account's own pins. */
  async pin(userId: string, id: string, pinId: string): Promise<OwnPinAnalytics> {
    return { days: await this.reader.readPinDays(await this.#accessTo(userId, id), pinId, this.#span()) };
  }

  /** The account's pins about a keyword, made since it was saved. */
  async results(userId: string, id: string, { keyword, since }: ResearchResultsQuery): Promise<ResearchResults> {
    const access = await this.#accessTo(userId, id);
    const span = this.#span();
    const found = pinsAbout(keyword, new Date(since), (await this.reader.readPins(access)).items);
    const pins = await Promise.all(
      found.slice(0, MAX_RESULT_PINS).map(async ({ id: pinId, title, created_at }) => {
        const isInReach = dayOf(created_at) >= span.firstDay;
        const days = isInReach ? await this.reader.readPinDays(access, pinId, span) : [];
        return { id: pinId, title, created_at: created_at.toISOString(), saves: savesOfFirstDays(days, created_at, span.firstDay) };
      }),
    );
    return { pins, total: found.length };
  }

  async trends(userId: string, id: string, filter: TrendFilter): Promise<Trends> {
    return { trends: await this.reader.readTrends(await this.#accessTo(userId, id), filter) };
  }

  async terms(userId: string, id: string, term: string): Promise<Terms> {
    return this.reader.readTerms(await this.#accessTo(userId, id, true), term);
  }

  async volumes(userId: string, id: string, { country, keywords }: VolumesQuery): Promise<Volumes> {
    const volumes = await this.reader.readVolumes(await this.#accessTo(userId, id, true), country, keywords);
    return { volumes, day: dayLabel(dayOf(this.clock.now())) };
  }

  async #accessTo(userId: string, id: string, needsVolumes = false): Promise<AccountAccess & { readonly pin_count: number | null }> {
    const account = await this.accounts.findAccess(userId, id);
    if (account === null) throw new NotFound("This account isn't linked.");
    const { platform, token, scopes, pin_count } = account;
    if (platform !== this.platform.name) throw new PlatformNotConfigured();
    if (token === null) throw new PermissionEnded();
    if (needsVolumes && !scopes.includes(VOLUMES_SCOPE)) throw new VolumesNotAllowed();
    return { id, token, pin_count };
  }

  #span(): DaySpan {
    const lastDay = dayOf(this.clock.now());
    return { firstDay: lastDay - OWN_HISTORY_DAYS + 1, lastDay };
  }
}
