import { z } from 'zod';
import { metricsOf } from '#domain/catalog/metrics';
import { catalogSearch, EntityId, ListName } from '#domain/catalog/contract';
import { entityTypes, MOMENTUM_ORDER, orderings, variants } from '#domain/catalog/variants';
import { MAX_FREE_PAGES, MAX_FREE_PER_PAGE } from '#domain/subscriptions/entitlements';
import type { AllEndpointDocs } from '#server/api-docs/endpoint-docs';

const beyond = `For keywords, order_by=${MOMENTUM_ORDER}, pages after the ${MAX_FREE_PAGES}rd and more than ${MAX_FREE_PER_PAGE} rows a page; the lists of the home page excepted.`;
const answers = 'A page of rows and the total. Momentum scores stand in the rows of those who may see them.';
const gone = 'It is not in the index, or not any more.';
const detail = 'All that is known of it. Without Premium the last 90 days, and no momentum.';

/** What any of the three lists takes, since which one it is stands in the path. */
const anySearch = catalogSearch('boards').extend({
  order_by: z
    .enum([...new Set([...variants.flatMap((variant) => orderings[variant].map(({ value }) => value)), MOMENTUM_ORDER])])
    .optional()
    .describe('As in the list itself, which knows some of these and has a default of its own.'),
  metric: z
    .enum([...new Set(entityTypes.flatMap((type) => metricsOf[type]))])
    .optional()
    .describe('As in the list itself, which knows some of these.'),
});

/** The catalogue. */
export const catalogLines = {
  'GET /pins': {
    says: 'Lists pins.',
    answers,
    query: catalogSearch('pins'),
    refuses: { premium_required: beyond },
  },
  'GET /boards': {
    says: 'Lists boards.',
    answers,
    query: catalogSearch('boards'),
    refuses: { premium_required: beyond },
  },
  'GET /pinners': {
    says: 'Lists pinners.',
    answers,
    query: catalogSearch('pinners'),
    refuses: { premium_required: beyond },
  },
  'GET /pins/:id': {
    says: 'Shows a pin with its growth and its history.',
    answers: detail,
    params: { id: EntityId },
    refuses: { not_found: gone },
  },
  'GET /boards/:id': {
    says: 'Shows a board with its growth and its history.',
    answers: detail,
    params: { id: EntityId },
    refuses: { not_found: gone },
  },
  'GET /pinners/:id': {
    says: 'Shows a pinner with growth, history, boards and pins.',
    answers: detail,
    params: { id: EntityId },
    refuses: { not_found: gone },
  },
  'GET /exports/:variant': {
    says: 'Gives a list as a file for spreadsheets; page and per_page change nothing.',
    answers:
      'The rows in their order, as CSV; the header x-export-limit says how many at most, x-export-total how many there are, at least.',
    media: 'text/csv',
    params: { variant: ListName },
    query: anySearch,
    refuses: { premium_required: 'For everybody without Premium.' },
  },
  'GET /stats': { says: 'Counts the catalogue.', answers: 'How much there is.' },
} as const satisfies Partial<AllEndpointDocs>;
