import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { seededRandom } from '../database/random-series';
import { type Environment, startCorklight } from './server-process';

/** The crawl time of lines without one, so that two imports of a file are equal. */
export const CRAWLED_AT = '2026-03-04T12:00:00Z';

const pickRandom = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const nameWords = ['Linen', 'Kiln', 'Fern', 'Paper', '木工', 'Кашпо', 'Lantern', 'Quilt', 'Bento', '🌿 Moss', 'Driftwood', 'Terrazzo'];
const isoDay = (number: number): string => new Date(Date.UTC(2026, 0, 5) + number * 86_400_000).toISOString();

function boardRecord(random: () => number, board: number, crawl: number): unknown {
  const owner = board % 90;
  return {
    _id: `b${board}`,
    name: `${pickRandom(random, nameWords)} ${pickRandom(random, nameWords)} ${board % 37}`,
    description: random() < 0.3 ? null : `About ${pickRandom(random, nameWords)}`,
    follower_count: random() < 0.05 ? null : Math.floor(1_000 * (1 + (board % 50)) * (1 + crawl / 40 + random() / 50)),
    collaborator_count: board % 9,
    pin_count: random() < 0.02 ? -4 : board % 400,
    pinner: { _id: `p${owner}`, username: `maker${owner}` },
    ...(random() < 0.1 ? {} : { last_crawled_at: isoDay(crawl * 9 + (board % 3)) }),
  };
}

const toNdjson = (lines: readonly unknown[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');

/** Boards crawled on several days, with some invalid lines. */
export async function writeBoards(folder: string, boards: number, crawls: number): Promise<string> {
  const random = seededRandom(11);
  const lines: unknown[] = [];
  for (let crawl = 0; crawl < crawls; crawl++) {
    for (let board = 0; board < boards; board++) lines.push(boardRecord(random, board, crawl));
    lines.push('{"_id":"cut off', { name: 'No id' });
  }
  const path = join(folder, 'boards.ndjson');
  await writeFile(path, toNdjson(lines));
  return path;
}

/** Series of boards, two thirds of which exist already. */
export async function writeSeries(folder: string, boards: number, points: number): Promise<string> {
  const random = seededRandom(12);
  const lines: unknown[] = Array.from({ length: boards }, (_, index) => {
    let size = 50 + random() * 40_000;
    const values = Array.from({ length: points }, (_unused, at) => [isoDay(at).slice(0, 10), Math.round((size *= 0.995 + random() / 70))]);
    return { id: index % 3 === 0 ? `s${index}` : `b${index}`, metric: 'follower_count', name: `Series ${index}`, points: values };
  });
  lines.splice(7, 0, { id: 'b1', metric: 'follower_count', points: [['2026-01-05', -1]] });
  const path = join(folder, 'series.ndjson');
  await writeFile(path, toNdjson(lines));
  return path;
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The undisturbed duration of a command in ms: the shortest of several runs, because a busy machine lengthens some. */
export class ShortestDuration {
  #shortestMs = Infinity;

  record(milliseconds: number): void {
    this.#shortestMs = Math.min(this.#shortestMs, milliseconds);
  }

  /** The moment at a share of the duration. */
  atShare(share: number): number {
    return this.#shortestMs * share;
  }
}

/** Runs a command and kills it at a share of its duration; returns false if it had already exited. */
export async function killAtShare(
  share: number,
  duration: ShortestDuration,
  args: readonly string[],
  environment: Environment,
): Promise<boolean> {
  const startedAt = performance.now();
  const command = startCorklight(args, environment);
  const hadEnded = await Promise.race([sleep(duration.atShare(share)).then(() => false), command.ended.then(() => true)]);
  command.kill();
  await command.ended;
  if (hadEnded) duration.record(performance.now() - startedAt);
  return !hadEnded;
}

/** Describes how far a killed command had come. */
export async function describeProgress(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ phase: string | null; slice: number | null; stage: boolean; scored: boolean; next: number }>(
    `select r.phase, r.applied_batches[1] + r.applied_batches[2] slice, to_regclass('board_scores_stage') is not null stage,
       exists (select from catalog_stats where scored_day is not null) scored,
       (select count(*)::int from pg_tables where schemaname = 'public' and tablename like '%\\_next') next
     from (select 1) one left join (select * from import_runs order by started_at desc, id desc limit 1) r on true`,
  );
  const { phase = null, slice = 0, stage = false, next = 0 } = rows[0] ?? {};
  if (next > 0) return 'making the next tables';
  if (stage) return 'scoring';
  if (phase === 'staging') return 'reading';
  if (phase === 'applying') return slice === 0 ? 'before the first slice' : 'after a slice';
  return phase === 'done' ? 'before or after the work' : 'before anything';
}

/** Counts how far the killed commands had come. */
export class Tally {
  readonly #counts = new Map<string, number>();

  count(where: string): void {
    this.#counts.set(where, (this.#counts.get(where) ?? 0) + 1);
  }

  toString(): string {
    return [...this.#counts].map(([where, count]) => `${count} ${where}`).join(', ');
  }
}

/** Waits if midnight is near: a new day during the test would change the day of the scores. */
export async function waitPastMidnight(milliseconds: number): Promise<void> {
  const left = 86_400_000 - (Date.now() % 86_400_000);
  if (left < milliseconds) await sleep(left + 1_000);
}
