import { Pool, type PoolClient } from 'pg';
import { Unavailable } from '#domain/errors';

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: (broken?: unknown) => void) => void;

const MAX_WAITING_FOR_CONNECTION = 100;

/** A pool with a bounded queue: when it is full, a request fails immediately instead of waiting for a response that comes too late. */
export class BoundedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | void {
    if (this.waitingCount < MAX_WAITING_FOR_CONNECTION) return callback ? super.connect(callback) : super.connect();
    const error = new Unavailable('Too many are asking at once. Please try again in a moment.');
    if (!callback) return Promise.reject(error);
    callback(error, undefined, () => undefined);
  }
}
