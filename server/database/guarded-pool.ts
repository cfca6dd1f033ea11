import type { Pool, PoolClient } from 'pg';
import { Unavailable } from '#domain/errors';
import { Turn } from '#server/database/turn';

type Given = (error: Error | undefined, client: PoolClient | undefined, release: (broken?: unknown) => void) => void;

/**
 * Refuses a connection at once where `mostWaiting` others wait for one (they would be answered too late anyway) and to work whose lock
 * is lost.
 */
export function guard(pool: Pool, mostWaiting = Infinity): void {
  const connect = pool.connect.bind(pool);
  const turns = new WeakMap<PoolClient, Turn>();
  pool.on('release', (_, client) => {
    turns.get(client)?.drop(client);
    turns.delete(client);
  });
  const given = (turn: Turn, client: PoolClient): PoolClient => {
    turns.set(client, turn);
    turn.hold(client);
    return client;
  };
  const guarded = (done?: Given): Promise<PoolClient> | void => {
    const turn = Turn.current;
    const refusal =
      turn?.loss ??
      (pool.waitingCount >= mostWaiting ? new Unavailable('Too many are asking at once. Please try again in a moment.') : undefined);
    if (refusal) return done ? done(refusal, undefined, () => undefined) : Promise.reject(refusal);
    if (!turn) return done ? connect(done) : connect();
    if (!done) return connect().then((client) => given(turn, client));
    return connect((error, client, release) => done(error, client && given(turn, client), release));
  };
  pool.connect = guarded as Pool['connect'];
}
