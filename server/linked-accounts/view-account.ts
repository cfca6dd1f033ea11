import { Injectable } from '@nestjs/common';
import { Clock } from '#domain/clock';
import { dayLabel, dayOf } from '#domain/days';
import { NotFound, Unavailable } from '#domain/errors';
import { keywordKey } from '#domain/catalog/keywords/words';
import { type AccountAccess, AccountReader, type DaySpan } from '#domain/linked-accounts/account-reader';
import type {
  OwnAnalytics,
  OwnBoards,
  OwnPinAnalytics,
  OwnTopPins,
  ResearchResults,
  Terms,
  Trends,
  TrendsQuery,
  Volumes,
  VolumesQuery,
} from '#domain/linked-accounts/contract';
import { PermissionEnded, PlatformNotConfigured, VolumesNotAllowed } from '#domain/linked-accounts/errors';
import { MAX_RESULT_PINS, OWN_HISTORY_DAYS, type OwnMetric, type OwnSplit, boardResults } from '#domain/linked-accounts/own-analytics';
import { Platform, VOLUMES_SCOPE } from '#domain/linked-accounts/platform';
import { distinctPins, pinsAboutSaved, reachesBack, savesOfFirstDays } from '#domain/linked-accounts/research-results';
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
        const own = await unlessUnavailable(this.reader.readPin(access, pin.id));
        return { ...pin, title: own?.title ?? null, image: own?.image ?? null, created_at: own?.created_at?.toISOString() ?? null };
      }),
    );
    return { metric, pins };
  }

  /** The boards with the results of the account's own pins on them. */
  async boards(userId: string, id: string): Promise<OwnBoards> {
    const { pin_count, ...access } = await this.#accessTo(userId, id);
    const [boards, pins] = await Promise.all([this.reader.readBoards(access), this.reader.readPins(access)]);
    return {
      boards: boardResults(boards.items, pins.items),
      pins_read: pins.items.filter(({ values }) => values.outbound_clicks !== null).length,
      pins: pins.isComplete ? pins.items.length : pin_count,
    };
  }

  /** The days of one of the account's own pins. */
  async pin(userId: string, id: string, pinId: string): Promise<OwnPinAnalytics> {
    return { days: await this.reader.readPinDays(await this.#accessTo(userId, id), pinId, this.#span()) };
  }

  /** The account's pins about the user's saved keywords, or one of them, made since it was saved. */
  async results(userId: string, id: string, keyword: string | undefined): Promise<ResearchResults> {
    const access = await this.#accessTo(userId, id);
    const saved = await this.accounts.listSavedKeywords(userId, keyword === undefined ? undefined : keywordKey(keyword));
    const pins = await this.reader.readPins(access);
    const found = pinsAboutSaved(saved, pins.items);
    const distinct = distinctPins(found);
    const reads = distinct.slice(0, MAX_RESULT_PINS).map(async (pin) => [pin.id, await this.#savesOf(access, pin)] as const);
    const saves = new Map((await Promise.all(reads)).flatMap(([pinId, read]) => (read === undefined ? [] : [[pinId, read]])));
    const toResult = ({ id: pinId, title, created_at }: (typeof distinct)[number]) => {
      const read = saves.get(pinId);
      return read === undefined ? [] : [{ id: pinId, title, created_at: created_at.toISOString(), saves: read }];
    };
    return {
      keywords: found.map((one) => ({ keyword: one.keyword, pins: one.pins.flatMap(toResult), total: one.pins.length })),
      pins_unread: distinct.length - saves.size,
      pins_read: pins.items.length,
      is_complete: reachesBack(pins, saved),
    };
  }

  /** The saves of a pin's first 30 days: null where Pinterest no longer reaches back to them, undefined where it does not answer. */
  async #savesOf(access: AccountAccess, { id, created_at }: { readonly id: string; readonly created_at: Date }) {
    const span = this.#span();
    if (dayOf(created_at) < span.firstDay) return null;
    const days = await unlessUnavailable(this.reader.readPinDays(access, id, span));
    return days && savesOfFirstDays(days, created_at, span.firstDay);
  }

  async trends(userId: string, id: string, filter: TrendsQuery): Promise<Trends> {
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

/** What is read; undefined where the platform does not answer now. */
const unlessUnavailable = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof Unavailable) return undefined;
    throw error;
  });
