import { z } from 'zod';
import { catalogSearch, ListName } from '#domain/catalog/contract';
import { anyCatalogSearch } from '#domain/catalog/filters/contract';
import { filtersOf } from '#domain/catalog/filters/filters';
import { BoardPage, PinnerPage, PinPage } from '#domain/catalog/list-contract';
import { CHECKS_ORDER, MOMENTUM_ORDER } from '#domain/catalog/orders';
import { ExportedIds } from '#domain/catalog/rows/row-ids-contract';
import type { Variant } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { endpoint } from '#domain/endpoint';
import { inMemory, perClientIp, perUser } from '#domain/limits';
import { MAX_FREE_PAGES, MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';
import { FREE_SEARCHES_LEFT_HEADER } from '#domain/subscriptions/free-searches/free-search-rights';

const freeFilterNames = (variant: Variant): string[] =>
  filtersOf(variant).flatMap(([name, { free }]) => (free === undefined ? [] : free === true ? [name] : [`${name}=${free}`]));

export const listLimits = [inMemory(perClientIp('lists', 120, MINUTE_MS), 600)];

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
    'The rows in order, as CSV. A file with only the first rows says so in its name. The header x-export-limit is the maximum number of rows, x-export-total the number of matching rows, or a lower bound of it.',
  mediaType: 'text/csv',
  // Up to a million ids are read before the response starts, with a connection for each statement and none between them.
  deadlineMs: null,
  errors: {
    premium_required: 'For everyone without Premium.',
    unavailable: 'The list kept changing while it was read, or two of your exports are still running.',
  },
});
