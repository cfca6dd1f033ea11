import { SECOND_MS } from '#domain/durations';
import type { Instance } from '#domain/operations/contract';

/** How often a server says that it runs. */
export const HEARTBEAT_INTERVAL_MS = 10 * SECOND_MS;

/** A server that has not been heard of for this long does not run. */
export const STALE_AFTER_MS = 6 * HEARTBEAT_INTERVAL_MS;

/** A server as it introduces itself. */
export interface RunningInstance extends Pick<Instance, 'id' | 'host' | 'version'> {
  readonly started_at: Date;
}
