import { z } from 'zod';
import { catalogSearch, ListName } from '#domain/catalog/contract';
import { anyCatalogSearch, RangeFilterName, FilterHistogram, ChoiceFilterName, FilterChoices } from '#domain/catalog/filters/contract';
import { filtersOf } from '#domain/catalog/filters/filters';
import { BoardPage, PinnerPage, PinPage } from '#domain/catalog/list-contract';
import { CHECKS_ORDER, MOMENTUM_ORDER } from '#domain/catalog/orders';
import { ExportedIds, EntityId, ComparedIds } from '#domain/catalog/rows/row-ids-contract';
import type { Variant } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, inMemory, perClientIp, perUser } from '#domain/endpoint';
import { MAX_FREE_PAGES, MAX_FREE_PER_PAGE, MAX_FREE_COMPARED } from '#domain/subscriptions/entitlements';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';
import { Pin, Board, Pinner, Comparison, CatalogStats } from '#domain/catalog/detail-contract';

const freeFilterNames = (variant: Variant): string[] =>
  filtersOf(variant).flatMap(([name, { free }]) => (free === undefined ? [] : free === true ? [name] : [`${name}=${free}`]));

const listLimits = [inMemory(perClientIp('lists', 120, MINUTE_MS), 600)];

const list = <V extends Variant, R extends z.ZodType>(variant: V, response: R) =>
  endpoint(`GET /${variant}`, {
    summary: `Lists ${variant}.`,
    access: 'anyone',
    isReadableByKey: true,
    limits: listLimits,
    query: catalogSearch(variant),
    response,
    returns: 'A page of rows and the total. Rows have momentum scores if the caller may see them.',
    responseHeaders: {
      [FREE_SEARCHES_LEFT_HEADER]:
        'How many keyword searches a confirmed account without Premium has left on this UTC day, where it has any (`free_searches` of GET /stats). Searching again for the same keywords on a day is free.',
    },
    errors: {
      premium_required: `For keywords, but for the first page of the free searches a day of confirmed accounts, order_by=${MOMENTUM_ORDER} and ${CHECKS_ORDER}, pages after the ${MAX_FREE_PAGES}rd, more than ${MAX_FREE_PER_PAGE} rows per page, fields of \`with\` other than sparkline and snippet, and filters other than ${freeFilterNames(variant).join(', ')}; the lists of the home page are exempt.`,
    },
  });

export const listPins = list('pins', PinPage);
export const listBoards = list('boards', BoardPage);
export const listPinners = list('pinners', PinnerPage);

export const exportList = endpoint('GET /exports/:variant', {
  summary: 'Exports a list as a spreadsheet file; page and per_page are ignored.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [perUser('exports', 10, MINUTE_MS)],
  params: { variant: ListName },
  query: anyCatalogSearch.omit({ with: true }).extend({ ids: ExportedIds }),
  response: z.string(),
  returns:
    'The rows in order, as CSV, with the momentum score of the metric and the period. A file with only the first rows says so in its name. The header x-export-limit is the maximum number of rows, x-export-total the number of matching rows, or a lower bound of it.',
  mediaType: 'text/csv',
  // Up to a million ids are read before the response starts, with a connection for each statement and none between them.
  deadlineMs: null,
  errors: {
    premium_required: 'For everyone without Premium.',
    too_many: 'Too many attempts, or two of your exports are still running; the header retry-after is the number of seconds to wait.',
    unavailable: 'The list kept changing while it was read.',
  },
});

export const viewHistogram = endpoint('GET /histograms/:variant/:filter', {
  summary: 'Counts the rows of a list by the number that a filter reads.',
  access: 'anyone',
  isReadableByKey: true,
  limits: listLimits,
  params: { variant: ListName, filter: RangeFilterName },
  response: FilterHistogram,
  returns:
    'The number of rows in ranges of the whole list, whatever else it is filtered by. Momentum is that of the default metric and period.',
});

export const viewFilterChoices = endpoint('GET /filter-choices/:variant/:filter', {
  summary: 'Counts the rows of a list by the choices of a filter.',
  access: 'anyone',
  isReadableByKey: true,
  limits: listLimits,
  params: { variant: ListName, filter: ChoiceFilterName },
  response: FilterChoices,
  returns: 'How many rows of the whole list each choice would leave, whatever else it is filtered by.',
});

const detail = <V extends Variant, R extends z.ZodType>(variant: V, response: R, summary: string) =>
  endpoint(`GET /${variant}/:id`, {
    summary,
    access: 'anyone',
    isReadableByKey: true,
    limits: [inMemory(perClientIp('details', 240, MINUTE_MS), 1_200)],
    params: { id: EntityId },
    response,
    returns: 'All we know about it. Without Premium: the last 90 days, without momentum.',
    errors: { not_found: 'It is not in the index, or no longer.' },
  });

export const viewPin = detail('pins', Pin, 'Returns a pin with its growth and history.');
export const viewBoard = detail('boards', Board, 'Returns a board with its growth and history.');
export const viewPinner = detail('pinners', Pinner, 'Returns a pinner with growth, history, boards, and pins.');

export const compareEntities = endpoint('GET /comparisons/:variant', {
  summary: 'Returns boards, pinners, or pins side by side.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [inMemory(perClientIp('comparisons', 60, MINUTE_MS), 300)],
  params: { variant: ListName },
  query: z.object({ ids: ComparedIds }),
  response: Comparison,
  returns: 'The details of each, in the order of the query.',
  errors: { not_found: 'One of them is not in the index.', premium_required: `For more than ${MAX_FREE_COMPARED} of them.` },
});

export const viewCatalogTotals = endpoint('GET /stats', {
  summary: 'Counts the catalog.',
  access: 'anyone',
  isReadableByKey: true,
  limits: [inMemory(perClientIp('stats', 60, MINUTE_MS))],
  response: CatalogStats,
  returns:
    'The number of boards, pinners, and pins, the order of each list on the website, the filters that it has data for, whether there are group boards, and the popular pins of the home page.',
});
