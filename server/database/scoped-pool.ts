import type { Pool, PoolClient } from 'pg';
import { Unavailable } from '#domain/errors';
import { LockScope } from '#server/database/lock-scope';

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: (broken?: unknown) => void) => void;

/**
 * Refuses a connection at once where `mostWaiting` others wait for one (they would be answered too late anyway) and to work whose lock
 * is lost.
 */
export function scopePool(pool: Pool, maxWaiting = Infinity): void {
  const connect = pool.connect.bind(pool);
  const scopes = new WeakMap<PoolClient, LockScope>();
  pool.on('release', (_, client) => {
    scopes.get(client)?.release(client);
    scopes.delete(client);
  });
  const registerClient = (scope: LockScope, client: PoolClient): PoolClient => {
    scopes.set(client, scope);
    scope.register(client);
    return client;
  };
  const connectScoped = (callback?: ConnectCallback): Promise<PoolClient> | void => {
    const scope = LockScope.current;
    const refusal =
      scope?.revokedBecause ??
      (pool.waitingCount >= maxWaiting ? new Unavailable('Too many are asking at once. Please try again in a moment.') : undefined);
    if (refusal) return callback ? callback(refusal, undefined, () => undefined) : Promise.reject(refusal);
    if (!scope) return callback ? connect(callback) : connect();
    if (!callback) return connect().then((client) => registerClient(scope, client));
    return connect((error, client, release) => callback(error, client && registerClient(scope, client), release));
  };
  pool.connect = connectScoped as Pool['connect'];
}
