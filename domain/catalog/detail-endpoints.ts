import { z } from 'zod';
import { ListName } from '#domain/catalog/contract';
import { Pin, Board, Pinner, Comparison, CatalogStats } from '#domain/catalog/detail-contract';
import { EntityId, ComparedIds } from '#domain/catalog/rows/row-ids-contract';
import type { Variant } from '#domain/catalog/variants';
import { MINUTE_MS } from '#domain/durations';
import { endpoint } from '#domain/endpoint';
import { inMemory, perClientIp } from '#domain/limits';
import { MAX_FREE_COMPARED } from '#domain/subscriptions/entitlements';

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
