import type { z } from 'zod';
import type { Clock } from '#domain/clock';
import { dayLabel } from '#domain/days';
import type { AccountAccess, AccountReader, DaySpan, PinterestVolume, ReadList } from '#domain/linked-accounts/account-reader';
import type { TrendsQuery } from '#domain/linked-accounts/contract';
import { NoAdAccount, PermissionEnded, PlatformUnavailable } from '#domain/linked-accounts/errors';
import { type OwnMetric, ownMetrics, type OwnSplit } from '#domain/linked-accounts/own-analytics';
import { groupKeywords } from '#domain/linked-accounts/volumes';
import {
  Analytics,
  BoardPage,
  type Page,
  Pin,
  pinterestMetricNames,
  PinPage,
  TopPins,
} from '#server/linked-accounts/pinterest/analytics-contract';
import { AnswerCache, type SharedAnswers } from '#server/linked-accounts/pinterest/answer-cache';
import { isNotPermitted, PinterestApi, type PinterestConnection } from '#server/linked-accounts/pinterest/api';
import { FirstAdAccount, RelatedTerms, SuggestedTerms, Trends, Volumes } from '#server/linked-accounts/pinterest/keywords-contract';
import { RequestBudgets } from '#server/linked-accounts/pinterest/request-budgets';

/** Pinterest's names of the splits; organic and paid come from two requests. */
const splitFields = { none: 'NO_SPLIT', source: 'SOURCE', site: 'OWNED_CONTENT', format: 'PIN_FORMAT', device: 'APP_TYPE' } as const;
const contentTypes = ['ORGANIC', 'PAID'] as const;
const TOP_PINS = 10;
const metricTypesOf = (metrics: readonly OwnMetric[]): string => metrics.map((metric) => pinterestMetricNames[metric]).join(',');
const METRICS = metricTypesOf(ownMetrics);
/** The metrics that pins have, too. */
const PIN_METRICS = metricTypesOf(['impressions', 'saves', 'pin_clicks', 'outbound_clicks']);
const PAGE_SIZE = '250';
/** Lists are read up to 1,000 items. */
const MAX_PAGES = 4;

/** A GET request, and how its answer is read. */
interface AccountRequest<T> {
  readonly label: string;
  readonly path?: string;
  readonly rateClass: 'org_read' | 'org_analytics' | 'ads_read' | 'trends_read';
  readonly query?: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<T>;
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

  async readDays(access: AccountAccess, span: DaySpan, split: OwnSplit) {
    const request = (more: Readonly<Record<string, string>>) =>
      this.#read(access, {
        label: 'user_account/analytics',
        rateClass: 'org_analytics',
        query: { ...spanQuery(span), metric_types: METRICS, ...more },
        answer: Analytics,
      });
    if (split !== 'content') return request({ split_field: splitFields[split] });
    const parts = await Promise.all(contentTypes.map((content_type) => request({ split_field: 'NO_SPLIT', content_type })));
    return parts.flatMap((series, index) => series.map(({ days }) => ({ name: contentTypes[index] ?? '', days })));
  }

  readTopPins(access: AccountAccess, span: DaySpan, metric: OwnMetric) {
    const sort_by = pinterestMetricNames[metric];
    return this.#read(access, {
      label: 'user_account/analytics/top_pins',
      rateClass: 'org_analytics',
      query: { ...spanQuery(span), sort_by, metric_types: METRICS, num_of_pins: String(TOP_PINS) },
      answer: TopPins,
    });
  }

  readPin(access: AccountAccess, id: string) {
    return this.#read(access, { label: 'pins', path: `pins/${id}`, rateClass: 'org_read', answer: Pin });
  }

  readPins(access: AccountAccess) {
    const query = { page_size: PAGE_SIZE, pin_metrics: 'true' };
    return this.#readPages(access, { label: 'pins', rateClass: 'org_read', query, answer: PinPage });
  }

  async readPinDays(access: AccountAccess, id: string, span: DaySpan) {
    const [all] = await this.#read(access, {
      label: 'pins/analytics',
      path: `pins/${id}/analytics`,
      rateClass: 'org_analytics',
      query: { ...spanQuery(span), metric_types: PIN_METRICS, split_field: 'NO_SPLIT' },
      answer: Analytics,
    });
    return all?.days ?? [];
  }

  readBoards(access: AccountAccess) {
    return this.#readPages(access, { label: 'boards', rateClass: 'org_read', query: { page_size: PAGE_SIZE }, answer: BoardPage });
  }

  readTrends(access: AccountAccess, { region, type, interest, gender, age }: TrendsQuery) {
    const filters = { interests: interest, genders: gender, ages: age };
    return this.#read(access, {
      label: 'trends/keywords',
      path: `trends/keywords/${encodeURIComponent(region)}/top/${type}`,
      rateClass: 'trends_read',
      query: Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
      answer: Trends,
    });
  }

  async readTerms(access: AccountAccess, term: string) {
    const [related, suggested] = await Promise.all([
      this.#read(access, { label: 'terms/related', rateClass: 'ads_read', query: { terms: term }, answer: RelatedTerms }),
      this.#read(access, { label: 'terms/suggested', rateClass: 'ads_read', query: { term, limit: '10' }, answer: SuggestedTerms }),
    ]);
    return { related, suggested };
  }

  async readVolumes(access: AccountAccess, country: string, keywords: readonly string[]): Promise<readonly PinterestVolume[]> {
    const { id } = await this.#read(access, {
      label: 'ad_accounts',
      rateClass: 'ads_read',
      query: { include_shared_accounts: 'true' },
      answer: FirstAdAccount,
    });
    if (id === null) throw new NoAdAccount();
    const path = `ad_accounts/${id}/keywords/metrics`;
    const { apiUrl, maxUrlBytes } = this.connection;
    const groups = groupKeywords(keywords, maxUrlBytes - `${apiUrl}/${path}?country_code=US&keywords=`.length);
    const volumes = new Map<string, string | null>();
    for (const group of groups) {
      const query = { country_code: country, keywords: group.join(',') };
      const known = await this.#read(access, { label: 'keywords/metrics', path, rateClass: 'ads_read', query, answer: Volumes });
      for (const { keyword, volume } of known) volumes.set(keyword, volume);
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
  #readPages<T>(access: AccountAccess, reading: AccountRequest<Page<T>>): Promise<ReadList<T>> {
    return this.#cache.read(access.id, pathOf(reading), async () => {
      const items: T[] = [];
      let bookmark: string | null = null;
      for (let page = 0; page < MAX_PAGES; page++) {
        const query: Readonly<Record<string, string>> = { ...reading.query, ...(bookmark === null ? {} : { bookmark }) };
        const answer: Page<T> = await this.#request(access, pathOf({ ...reading, query }), reading);
        items.push(...answer.items);
        if (answer.bookmark === null || answer.bookmark === bookmark) return { items, isComplete: true };
        bookmark = answer.bookmark;
      }
      return { items, isComplete: false };
    });
  }

  async #request<T>({ id, token }: AccountAccess, path: string, { label, rateClass, answer }: AccountRequest<T>): Promise<T> {
    const nowMs = () => this.clock.now().getTime();
    const secondsToWait = this.#budgets.secondsToWait(rateClass, id, nowMs());
    if (secondsToWait > 0) throw new PlatformUnavailable('limited', secondsToWait);
    const response = await this.#api.call(label, { headers: { authorization: `Bearer ${token}` } }, path);
    this.#budgets.follow(response.headers, rateClass, id, nowMs());
    if (response.status === 401 && !isNotPermitted(response)) throw new PermissionEnded();
    return this.#api.contentOf(label, response, answer);
  }
}

function pathOf({ label, path = label, query }: Pick<AccountRequest<unknown>, 'label' | 'path' | 'query'>): string {
  const text = new URLSearchParams(query).toString();
  return `${path}${text && `?${text}`}`;
}

const spanQuery = ({ firstDay, lastDay }: DaySpan) => ({ start_date: dayLabel(firstDay), end_date: dayLabel(lastDay) });
