import { type DemoBoard, type DemoOwner, type DemoPin, MAX_COUNT } from '#server/demo/demo-owners';
import { randomOf } from '#server/demo/demo-ids';
import { topicOf } from '#server/demo/demo-texts';
import { countOnPath, followingPath, type GrowthPath, growthPath, smallChanges } from '#server/demo/growth-path';
import type { SeededRandom } from '#server/demo/seeded-random';

/** The true count of each metric by days ago, in the order of `countsOf`. */
export type CountsAt = readonly ((daysAgo: number) => number)[];

/** The followers of a median pinner, for which the typical counts below are given. */
const MEDIAN_FOLLOWERS = 3_100;

/** A count that is typically `median` for a median pinner and rises with its followers to the power of `exponent`. */
const countByFollowers = (random: SeededRandom, followers: number, median: number, exponent: number, spread: number): number =>
  Math.min(MAX_COUNT, random.logNormal(median * (followers / MEDIAN_FOLLOWERS) ** exponent, spread));

const alwaysZero = () => 0;

export function pinnerCounts({ number, isEmpty, followers, path }: DemoOwner): CountsAt {
  if (isEmpty) return [alwaysZero, alwaysZero];
  const random = randomOf('pinner', number, 'counts');
  const viewers = countByFollowers(random, followers, 24_000, 0.85, 0.6);
  const viewersPath = followingPath(random, path, { closeness: 0.9, maxDrift: 0.0006, noise: 0.004 });
  return [(daysAgo) => countOnPath(path, followers, daysAgo), (daysAgo) => countOnPath(viewersPath, viewers, daysAgo)];
}

/** The pins of a board by days ago: one after the other up to the last one. */
function pinCountAt(random: SeededRandom, { followers, lastPin }: DemoBoard, knownPins: number): (daysAgo: number) => number {
  const today = Math.max(Math.ceil(knownPins * 1.5) + 5, countByFollowers(random, followers, 420, 0.15, 0.9));
  const pinsPerDay = today * (0.0003 + 0.0015 * random.nextFraction());
  return (daysAgo) => Math.max(knownPins, today - Math.ceil(pinsPerDay * Math.max(0, daysAgo - lastPin)));
}

/** `knownPins` is the number of demo pins that are on the board. */
export function boardCounts(board: DemoBoard, knownPins: number): CountsAt {
  const { number, owner, followers, isEmpty, isGroupBoard, trend } = board;
  if (isEmpty) return [alwaysZero, alwaysZero, alwaysZero];
  const random = randomOf('board', number, 'counts');
  const path = followingPath(random, owner.path, { closeness: 0.8 + 0.25 * random.nextFraction(), maxDrift: 0.0006, noise: 0.0003 });
  const collaborators = smallChanges(random, Math.min(400, 1 + random.logNormal(14, 1)), trend);
  const ownersFollowers = (daysAgo: number) => countOnPath(owner.path, owner.followers, daysAgo);
  return [
    (daysAgo) => Math.min(ownersFollowers(daysAgo), countOnPath(path, followers, daysAgo)),
    isGroupBoard ? (daysAgo) => collaborators[daysAgo] ?? 0 : alwaysZero,
    pinCountAt(random, board, knownPins),
  ];
}

export function pinCounts({ number, board, isEmpty, trend }: DemoPin): CountsAt {
  if (isEmpty) return [alwaysZero, alwaysZero];
  const random = randomOf('pin', number, 'counts');
  const saves = 1 + countByFollowers(random, board.owner.followers, topicOf(number).typicalSaves, 0.55, 1.2);
  const path: GrowthPath = growthPath(random, trend);
  const repinShare = 0.2 + 0.5 * random.nextFraction();
  const repinsPath = followingPath(random, path, { closeness: 1, maxDrift: 0.0004, noise: 0.0002 });
  const savesAt = (daysAgo: number) => countOnPath(path, saves, daysAgo);
  return [savesAt, (daysAgo) => Math.min(savesAt(daysAgo), countOnPath(repinsPath, saves * repinShare, daysAgo))];
}
