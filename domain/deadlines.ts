import { SECOND_MS } from '#domain/durations';

/** How long a call may take that only the database answers, until its response starts. */
export const DATABASE_DEADLINE_MS = 5 * SECOND_MS;

/** How long one call to Paddle or Pinterest may take, while a user waits. */
export const PROVIDER_TIMEOUT_MS = 4 * SECOND_MS;

/** The deadline of an endpoint that calls Paddle or Pinterest this many times in sequence. */
export const deadlineWithProvider = (providerCalls: number): number => DATABASE_DEADLINE_MS + providerCalls * PROVIDER_TIMEOUT_MS;
