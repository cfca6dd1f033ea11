import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';
import { OperationsOverview } from '#domain/operations/contract';

export const viewOperations = endpoint('GET /admin/operations', {
  summary: 'Returns the email outbox, the running servers, versions, and sizes.',
  limits: [perUser('operations', 60, MINUTE_MS)],
  response: OperationsOverview,
  returns: 'The present state.',
});
