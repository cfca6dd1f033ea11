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

/** The servers that run. */
export abstract class Instances {
  /** Says that a server runs, and removes those that have not been heard of for `STALE_AFTER_MS`. */
  abstract beat(instance: RunningInstance, now: Date): Promise<void>;

  /** Removes a server that stops. */
  abstract remove(id: string): Promise<void>;

  /** Returns the servers that were heard of lately, oldest first. */
  abstract list(now: Date): Promise<readonly Instance[]>;
}
