import type { Clock } from '#domain/clock';
import { dayLabel } from '#domain/days';
import type { AccountAccess, AccountReader, DaySpan, OwnBoard, OwnPin, OwnSeries, ReadList } from '#domain/linked-accounts/account-reader';
import { NoAdAccount, PermissionEnded, PlatformUnavailable } from '#domain/linked-accounts/errors';
import { type OwnDay, type OwnMetric, ownMetrics, type OwnSplit, type OwnValues } from '#domain/linked-accounts/own-analytics';
import type { TrendingKeyword, TrendFilter } from '#domain/linked-accounts/trends';
import { groupKeywords, type PinterestVolume } from '#domain/linked-accounts/volumes';
import {
  pinterestMetricNames,
  parseAnalytics,
  parseBoardPage,
  type ParsedPage,
  parsePin,
  parsePinPage,
  parseTopPins,
} from '#server/linked-accounts/pinterest/analytics-contract';
import { AnswerCache, type SharedAnswers } from '#server/linked-accounts/pinterest/answer-cache';
import { isNotPermitted, PinterestApi, type PinterestConnection } from '#server/linked-accounts/pinterest/api';
import {
  parseFirstAdAccount,
  parseRelatedTerms,
  parseSuggestedTerms,
  parseTrends,
  parseVolumes,
} from '#server/linked-accounts/pinterest/keywords-contract';
import { RequestBudgets } from '#server/linked-accounts/pinterest/request-budgets';

/** Pinterest's names of the splits; organic and paid come from two requests. */
const splitFields = { none: 'NO_SPLIT', source: 'SOURCE', site: 'OWNED_CONTENT', format: 'PIN_FORMAT', device: 'APP_TYPE' } as const;
const contentTypes = ['ORGANIC', 'PAID'] as const;
const TOP_PINS = 10;
/** The metrics that pins have, too. */
const PIN_METRICS = (['impressions', 'saves', 'pin_clicks', 'outbound_clicks'] as const)
  .map((metric) => pinterestMetricNames[metric])
  .join(',');
const PAGE_SIZE = '250';
/** Lists are read up to 1,000 items. */
const MAX_PAGES = 4;

/** A GET request, and how its answer is read. */
interface AccountRequest<T> {
  readonly label: string;
  readonly path?: string;
  readonly rateClass: 'org_read' | 'org_analytics' | 'ads_read' | 'trends_read';
  readonly query?: Readonly<Record<string, string>>;
  readonly parse: (json: unknown) => T | null;
}

/** Reads accounts through Pinterest's API v5, or the sandbox: each URL once per account in 15 minutes, and never against a used-up limit. */
export class PinterestAccountReader implements AccountReader {
  readonly #api: PinterestApi;
  readonly #cache: AnswerCache;
  readonly #budgets = new RequestBudgets();

  constructor(
    private readonly connection: PinterestConnection & { readonly maxUrlBytes: number },
    answers: SharedAnswers,
    private readonly clock: Clock,
  ) {
    this.#api = new PinterestApi(connection);
    this.#cache = new AnswerCache(answers, clock);
  }

  async readDays(access: AccountAccess, span: DaySpan, split: OwnSplit): Promise<readonly OwnSeries[]> {
    const request = (more: Readonly<Record<string, string>>) =>
      this.#read(access, {
        label: 'user_account/analytics',
        rateClass: 'org_analytics',
        query: { ...spanQuery(span), metric_types: ownMetrics.map((metric) => pinterestMetricNames[metric]).join(','), ...more },
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
        sort_by: pinterestMetricNames[metric],
        metric_types: ownMetrics.map((each) => pinterestMetricNames[each]).join(','),
        num_of_pins: String(TOP_PINS),
      },
      parse: parseTopPins,
    });
  }

  readPin(access: AccountAccess, id: string): Promise<OwnPin> {
    return this.#read(access, { label: 'pins', path: `pins/${id}`, rateClass: 'org_read', parse: parsePin });
  }

  readPins(access: AccountAccess): Promise<ReadList<OwnPin>> {
    const query = { page_size: PAGE_SIZE, pin_metrics: 'true' };
    return this.#readPages(access, { label: 'pins', rateClass: 'org_read', query, parse: parsePinPage });
  }

  async readPinDays(access: AccountAccess, id: string, span: DaySpan): Promise<readonly OwnDay[]> {
    const [all] = await this.#read(access, {
      label: 'pins/analytics',
      path: `pins/${id}/analytics`,
      rateClass: 'org_analytics',
      query: { ...spanQuery(span), metric_types: PIN_METRICS, split_field: 'NO_SPLIT' },
      parse: parseAnalytics,
    });
    return all?.days ?? [];
  }

  readBoards(access: AccountAccess): Promise<ReadList<OwnBoard>> {
    return this.#readPages(access, { label: 'boards', rateClass: 'org_read', query: { page_size: PAGE_SIZE }, parse: parseBoardPage });
  }

  readTrends(access: AccountAccess, { region, type, interest, gender, age }: TrendFilter): Promise<readonly TrendingKeyword[]> {
    const filters = { interests: interest, genders: gender, ages: age };
    return this.#read(access, {
      label: 'trends/keywords',
      path: `trends/keywords/${encodeURIComponent(region)}/top/${type}`,
      rateClass: 'trends_read',
      query: Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      parse: parseTrends,
    });
  }

  async readTerms(
    access: AccountAccess,
    term: string,
  ): Promise<{ readonly related: readonly string[]; readonly suggested: readonly string[] }> {
    const read = (label: string, query: Readonly<Record<string, string>>, parse: (json: unknown) => readonly string[] | null) =>
      this.#read(access, { label, rateClass: 'ads_read', query, parse });
    const [related, suggested] = await Promise.all([
      read('terms/related', { terms: term }, parseRelatedTerms),
      read('terms/suggested', { term, limit: '10' }, parseSuggestedTerms),
    ]);
    return { related, suggested };
  }

  async readVolumes(access: AccountAccess, country: string, keywords: readonly string[]): Promise<readonly PinterestVolume[]> {
    const { id } = await this.#read(access, {
      label: 'ad_accounts',
      rateClass: 'ads_read',
      query: { include_shared_accounts: 'true' },
      parse: parseFirstAdAccount,
    });
    if (id === null) throw new NoAdAccount();
    const path = `ad_accounts/${id}/keywords/metrics`;
    const { apiUrl, maxUrlBytes } = this.connection;
    const groups = groupKeywords(keywords, maxUrlBytes - `${apiUrl}/${path}?country_code=US&keywords=`.length);
    const volumes = new Map<string, string | null>();
    for (const group of groups) {
      const query = { country_code: country, keywords: group.join(',') };
      const answer = await this.#read(access, { label: 'keywords/metrics', path, rateClass: 'ads_read', query, parse: parseVolumes });
      for (const { keyword, volume } of answer) volumes.set(keyword, volume);
    }
    return keywords.map((keyword) => ({ keyword, volume: volumes.get(keyword) ?? null }));
  }

  forget(accountId: string): void {
    this.#cache.forget(accountId);
  }

  #read<T>(access: AccountAccess, reading: AccountRequest<T>): Promise<T> {
    const path = pathOf(reading);
    return this.#cache.read(access.id, path, () => this.#request(access, path, reading));
  }

  /** Reads a list to its end, or up to `MAX_PAGES`. It is cached as a whole, because bookmarks expire. */
  #readPages<T>(access: AccountAccess, reading: AccountRequest<ParsedPage<T>>): Promise<ReadList<T>> {
    return this.#cache.read(access.id, pathOf(reading), async () => {
      const items: T[] = [];
      let bookmark: string | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query: Readonly<Record<string, string>> = { ...reading.query, ...(bookmark === null ? {} : { bookmark }) };
        const answer: ParsedPage<T> = await this.#request(access, pathOf({ ...reading, query }), reading);
        items.push(...answer.items);
        if (answer.bookmark === null || answer.bookmark === bookmark) return { items, isComplete: true };
        bookmark = answer.bookmark;
      }
      return { items, isComplete: false };
    });
  }

  async #request<T>({ id, token }: AccountAccess, path: string, { label, rateClass, parse }: AccountRequest<T>): Promise<T> {
    const nowMs = () => this.clock.now().getTime();
    const secondsToWait = this.#budgets.secondsToWait(rateClass, id, nowMs());
    if (secondsToWait > 0) throw new PlatformUnavailable('limited', secondsToWait);
    const response = await this.#api.call(label, { headers: { authorization: `Bearer ${token}` } }, path);
    this.#budgets.follow(response.headers, rateClass, id, nowMs());
    if (response.status === 401 && !isNotPermitted(response)) throw new PermissionEnded();
    this.#api.requireSuccess(label, response);
    const parsed = parse(response.json);
    if (parsed === null) throw this.#api.unexpected(label, 'is not as documented');
    return parsed;
  }
}

function pathOf({ label, path = label, query }: Pick<AccountRequest<unknown>, 'label' | 'path' | 'query'>): string {
  const text = new URLSearchParams(query).toString();
  return `${path}${text && `?${text}`}`;
}

const spanQuery = ({ firstDay, lastDay }: DaySpan) => ({ start_date: dayLabel(firstDay), end_date: dayLabel(lastDay) });
