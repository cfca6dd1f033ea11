import type { Clock } from '#domain/clock';
import { dayLabel } from '#domain/days';
import type { AccountAccess, AccountReader, DaySpan, OwnPin, OwnSeries } from '#domain/linked-accounts/account-reader';
import { PermissionEnded, PlatformUnavailable } from '#domain/linked-accounts/errors';
import { type OwnMetric, ownMetrics, type OwnSplit, type OwnValues } from '#domain/linked-accounts/own-analytics';
import { metricNames, parseAnalytics, parsePin, parseTopPins } from '#server/linked-accounts/pinterest/analytics-contract';
import { AnswerCache } from '#server/linked-accounts/pinterest/answer-cache';
import { PinterestApi, type PinterestConnection } from '#server/linked-accounts/pinterest/api';
import { RequestBudgets } from '#server/linked-accounts/pinterest/request-budgets';

/** Pinterest's names of the splits; organic and paid come from two requests. */
const splitFields = { none: 'NO_SPLIT', source: 'SOURCE', format: 'PIN_FORMAT', device: 'APP_TYPE' } as const;
const contentTypes = ['ORGANIC', 'PAID'] as const;
const TOP_PINS = 10;

/** A GET request, and how its answer is read. */
interface Reading<T> {
  readonly label: string;
  readonly path?: string;
  readonly rateClass: 'org_read' | 'org_analytics';
  readonly query?: Readonly<Record<string, string>>;
  readonly parse: (json: unknown) => T | null;
}

/** Reads accounts through Pinterest's API v5, or the sandbox: each URL once per account in 15 minutes, and never against a used-up limit. */
export class PinterestAccountReader implements AccountReader {
  readonly #api: PinterestApi;
  readonly #cache: AnswerCache;
  readonly #budgets = new RequestBudgets();

  constructor(
    connection: PinterestConnection,
    private readonly clock: Clock,
  ) {
    this.#api = new PinterestApi(connection);
    this.#cache = new AnswerCache(clock);
  }

  async readDays(access: AccountAccess, span: DaySpan, split: OwnSplit): Promise<readonly OwnSeries[]> {
    const request = (more: Readonly<Record<string, string>>) =>
      this.#read(access, {
        label: 'user_account/analytics',
        rateClass: 'org_analytics',
        query: { ...spanQuery(span), metric_types: ownMetrics.map((metric) => metricNames[metric]).join(','), ...more },
        parse: parseAnalytics,
      });
    if (split !== 'content') return request({ split_field: splitFields[split] });
    const parts = await Promise.all(contentTypes.map((content_type) => request({ split_field: 'NO_SPLIT', content_type })));
    return parts.flatMap((series, index) => series.map(({ days }) => ({ name: contentTypes[index] ?? '', days })));
  }

  readTopPins(
    access: AccountAccess,
    span: DaySpan,
    metric: OwnMetric,
  ): Promise<readonly { readonly id: string; readonly values: OwnValues }[]> {
    return this.#read(access, {
      label: 'user_account/analytics/top_pins',
      rateClass: 'org_analytics',
      query: {
        ...spanQuery(span),
        sort_by: metricNames[metric],
        metric_types: ownMetrics.map((each) => metricNames[each]).join(','),
        num_of_pins: String(TOP_PINS),
      },
      parse: parseTopPins,
    });
  }

  readPin(access: AccountAccess, id: string): Promise<OwnPin> {
    return this.#read(access, { label: 'pins', path: `pins/${id}`, rateClass: 'org_read', parse: parsePin });
  }

  forget(accountId: string): void {
    this.#cache.forget(accountId);
  }

  #read<T>(access: AccountAccess, reading: Reading<T>): Promise<T> {
    const query = new URLSearchParams(reading.query).toString();
    const path = `${reading.path ?? reading.label}${query && `?${query}`}`;
    return this.#cache.read(access.id, path, () => this.#request(access, path, reading));
  }

  async #request<T>({ id, token }: AccountAccess, path: string, { label, rateClass, parse }: Reading<T>): Promise<T> {
    const nowMs = () => this.clock.now().getTime();
    const secondsToWait = this.#budgets.secondsToWait(rateClass, id, nowMs());
    if (secondsToWait > 0) throw new PlatformUnavailable('limited', secondsToWait);
    const response = await this.#api.call(label, { headers: { authorization: `Bearer ${token}` } }, path);
    this.#budgets.follow(response.headers, rateClass, id, nowMs());
    if (response.status === 401) throw new PermissionEnded();
    this.#api.requireSuccess(label, response);
    const parsed = parse(response.json);
    if (parsed === null) throw this.#api.unexpected(label, 'is not as documented');
    return parsed;
  }
}

const spanQuery = ({ firstDay, lastDay }: DaySpan) => ({ start_date: dayLabel(firstDay), end_date: dayLabel(lastDay) });
