import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { SECOND_MS } from '#domain/durations';
import type { Config } from '#server/config/config';
import { type Reception, ReadReplica } from '#server/database/replicas/read-replica';
import { readPosition } from '#server/database/replicas/server-position';
import { doubtful, type Finding, good } from '#server/operations/doctor/finding';

export type ReplicaChecks = Pick<Config, 'DATABASE_READ_URLS' | 'DATABASE_READ_MAX_LAG'>;

/** How long a replica has to catch up with what the primary had written when the check began. */
const CATCH_UP_MS = 3 * SECOND_MS;
const CHECK_INTERVAL_MS = 50;

/** What to do about a replica that is not read. */
function remedyOf(reception: Reception | null): string {
  if (reception === 'lost its WAL') return 'Make it again, with a larger max_slot_wal_keep_size: docs/scaling.md.';
  if (reception === 'not receiving')
    return 'See its log; if a WAL segment "has already been removed", make it again with a slot: docs/scaling.md.';
  return 'Check DATABASE_READ_URLS and the replication.';
}

/** Whether each replica follows this database. Without one, the catalog is read from the primary, so that nothing is broken. */
export async function checkReplicas(client: Client, { DATABASE_READ_URLS = [], DATABASE_READ_MAX_LAG }: ReplicaChecks): Promise<Finding[]> {
  const primary = await readPosition(client);
  return Promise.all(
    DATABASE_READ_URLS.map(async (url) => {
      const replica = new ReadReplica(url, 1);
      try {
        const startMs = performance.now();
        let state = await replica.check(primary, DATABASE_READ_MAX_LAG * SECOND_MS);
        while (state.problem !== null && state.lagMs !== null && performance.now() - startMs < CATCH_UP_MS) {
          await sleep(CHECK_INTERVAL_MS);
          state = await replica.check(primary, DATABASE_READ_MAX_LAG * SECOND_MS);
        }
        return state.problem === null
          ? good('Replica', `${replica.label} follows the primary (${state.reception})`)
          : doubtful(
              'Replica',
              `${replica.label} ${state.problem}`,
              `${remedyOf(state.reception)} Until then the catalog is read from the primary.`,
            );
      } finally {
        await replica.close();
      }
    }),
  );
}
