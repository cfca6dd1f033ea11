import { measureGainSteps, newGainSteps } from '#domain/analytics/growth/jump-share';
import { isOneJump } from '#domain/catalog/momentum';
import { ScoredSeries } from '#domain/analytics/growth/momentum-series';
import { competitionLevel, competitionLevels, competitionScore } from '#domain/keywords/competition';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { MINUTES_PER_DAY } from '#domain/days';
import { DAY_MS, MINUTE_MS } from '#domain/durations';
import { type DemoEntity, demoEntities, newestCounts } from '#server/demo/demo-catalog';
import { demoOwnership } from '#server/demo/demo-owners';

const SCORED_DAY = 20_600;
const endOfScoredDay = new Date((SCORED_DAY + 1) * DAY_MS - 1);
const ownership = demoOwnership();
const entities = Object.fromEntries(entityTypes.map((entity) => [entity, [...demoEntities(entity, endOfScoredDay, ownership)]])) as Record<
  EntityType,
  DemoEntity[]
>;
const crawled = (entity: EntityType) => entities[entity].filter(({ history }) => history !== null);
const newest = (entity: EntityType, item: DemoEntity) => newestCounts(entity, item.history) as number[];
const byId = (entity: EntityType) => new Map(entities[entity].map((item) => [item._id, item]));
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const dayOf = (date: Date) => date.getTime() / DAY_MS;

/** The days, from the first, and the values of a count without failed and misread crawls. */
function trueCounts({ history }: DemoEntity, metric: number) {
  const values = history?.counts[metric] ?? [];
  const isTrue = (value: number, index: number) => {
    const neighbor = Math.max(values[index - 1] ?? 0, values[index + 1] ?? 0);
    return value === 0 ? neighbor === 0 : value < 2.5 * neighbor || neighbor < 10;
  };
  const kept = values
    .map((value, index) => ({ value, day: Math.floor((history?.at[index] ?? 0) / MINUTES_PER_DAY) }))
    .filter(({ value }, index) => isTrue(value, index));
  return { days: kept.map(({ day }) => day), values: kept.map(({ value }) => value), length: kept.length };
}

function toScoredSeries({ days, values, length }: ReturnType<typeof trueCounts>): ScoredSeries {
  const series = new ScoredSeries();
  series.days.set(days);
  series.values.set(values);
  series.length = length;
  return series;
}

/** Per entity with a long, recent history: its gain over 90 days, and how it came about. */
function gains(entity: EntityType) {
  return crawled(entity).flatMap((item) => {
    const counts = trueCounts(item, 0);
    const steps = newGainSteps();
    measureGainSteps(toScoredSeries(counts), SCORED_DAY, 90, 50, steps);
    const start = counts.values[counts.days.findLastIndex((day) => day <= SCORED_DAY - 90)] ?? 0;
    const isUnknown = Number.isNaN(steps.share) || start < 50;
    return isUnknown ? [] : [{ share: steps.share, growth: (counts.values.at(-1) ?? 0) / start }];
  });
}

describe('the numbers of the demo', () => {
  it.each(entityTypes)('have a gone %s only where crawls ended long ago', (entity) => {
    const gone = entities[entity].filter(({ isRemoved }) => isRemoved);
    expect(gone.length / entities[entity].length).toBeGreaterThan(0.008);
    const lastDays = gone.flatMap(({ history }) => (history ? [Math.floor((history.at.at(-1) ?? 0) / MINUTES_PER_DAY)] : []));
    expect(Math.max(...lastDays)).toBeLessThan(SCORED_DAY - 90);
  });

  it('are the same at every call', () => {
    expect(demoEntities('pin', endOfScoredDay).next().value).toEqual(entities.pin[0]);
  });

  it.each(entityTypes)('have no %s reading that is later than the moment they are made', (entity) => {
    const minuteNow = SCORED_DAY * MINUTES_PER_DAY + 1;
    const some: DemoEntity[] = [];
    for (const item of demoEntities(entity, new Date(minuteNow * MINUTE_MS), ownership)) if (some.push(item) === 400) break;
    const histories = some.flatMap(({ history }) => history ?? []);
    const newestMinutes = histories.map(({ at }) => at.at(-1) ?? NaN);
    expect(Math.max(...newestMinutes)).toBe(minuteNow);
    expect(histories.filter(({ at }) => at.some((minute, index) => minute <= (at[index - 1] ?? -1)))).toEqual([]);
  });

  it('put every pin on a board of the same owner and topic, that is older', () => {
    const boards = byId('board');
    const wrong = entities.pin.filter((pin) => {
      const board = boards.get(pin.boardId ?? '');
      return board?.owner._id !== pin.owner._id || board.topic !== pin.topic || board.history === null || board.createdAt > pin.createdAt;
    });
    expect(wrong.map(({ _id }) => _id)).toEqual([]);
  });

  it('give every pinner its own topic and boards that are younger', () => {
    const pinners = byId('pinner');
    const wrong = entities.board.filter(({ owner, topic, createdAt }) => {
      const pinner = pinners.get(owner._id);
      return pinner?.topic !== topic || pinner.createdAt > createdAt || pinner.owner.username !== owner.username;
    });
    expect(wrong.map(({ _id }) => _id)).toEqual([]);
  });

  it('never have more repins than saves, and let both rise together', () => {
    const pins = crawled('pin');
    expect(pins.filter(({ history }) => history?.counts[0]?.some((saves, index) => saves < (history.counts[1]?.[index] ?? 0)))).toEqual([]);
    const shares = pins.filter((pin) => newest('pin', pin)[0]! > 100).map((pin) => newest('pin', pin)[1]! / newest('pin', pin)[0]!);
    expect(Math.min(...shares)).toBeGreaterThan(0.15);
    expect(Math.max(...shares)).toBeLessThan(0.8);
    const growths = pins.map((pin) => [0, 1].map((metric) => trueCounts(pin, metric).values)).filter(([saves]) => (saves?.[0] ?? 0) > 500);
    const ratios = growths.map(([saves, repins]) => Math.log(saves!.at(-1)! / saves![0]!) - Math.log(repins!.at(-1)! / repins![0]!));
    expect(Math.max(...ratios.map(Math.abs))).toBeLessThan(0.25);
  });

  it('give big pinners big pins, boards and audiences, and small ones small', () => {
    const followers = new Map(crawled('pinner').map((pinner) => [pinner._id, newest('pinner', pinner)[0]!]));
    const savesOf = (least: number, most: number) =>
      crawled('pin')
        .filter(({ owner }) => (followers.get(owner._id) ?? -1) >= least && (followers.get(owner._id) ?? -1) < most)
        .map((pin) => newest('pin', pin)[0]!);
    expect(median(savesOf(200_000, Infinity))).toBeGreaterThan(10 * median(savesOf(1, 300)));
    // The owner's last crawl may be older than the board's.
    const tooBig = crawled('board').filter((board) => newest('board', board)[0]! > 2.5 * (followers.get(board.owner._id) ?? Infinity) + 10);
    expect(tooBig.map(({ _id }) => _id)).toEqual([]);
    const viewers = crawled('pinner')
      .filter((pinner) => newest('pinner', pinner)[0]! > 100)
      .map((pinner) => newest('pinner', pinner)[1]! / newest('pinner', pinner)[0]!);
    expect(median(viewers)).toBeGreaterThan(4);
    expect(Math.min(...viewers)).toBeGreaterThan(0.3);
    expect(Math.max(...viewers)).toBeLessThan(150);
  });

  it('let few pins be popular, and most be small', () => {
    const saves = crawled('pin').map((pin) => newest('pin', pin)[0]!);
    expect(median(saves)).toBeLessThan(50);
    expect(saves.filter((count) => count >= 1_000).length / saves.length).toBeLessThan(0.1);
    expect(Math.max(...saves)).toBeGreaterThan(50_000);
  });

  it('leave keywords open to newcomers, contested, and locked', () => {
    const savesOfTopic = Map.groupBy(crawled('pin'), ({ topic }) => topic);
    const levels = [...savesOfTopic.values()].map((pins) => competitionLevel(competitionScore(pins.map((pin) => newest('pin', pin)[0]!))!));
    for (const level of competitionLevels) expect(levels.filter((one) => one === level).length).toBeGreaterThan(1);
  });

  it('give the ten biggest pinners boards with pins', () => {
    const pins = new Set(entities.pin.map(({ owner }) => owner._id));
    const biggest = crawled('pinner')
      .toSorted((a, b) => newest('pinner', b)[0]! - newest('pinner', a)[0]!)
      .slice(0, 10);
    expect(biggest.filter(({ _id }) => !pins.has(_id))).toEqual([]);
  });

  it('count at least the known pins of a board, and know no later pin than its last change', () => {
    const knownPins = Map.groupBy(entities.pin, ({ boardId }) => boardId);
    const wrong = crawled('board').filter((board) => {
      const known = knownPins.get(board._id) ?? [];
      const lastCrawl = (board.history?.at.at(-1) ?? 0) / MINUTES_PER_DAY;
      const isLastChange = known.every(({ createdAt }) => createdAt <= board.changedAt!) && dayOf(board.changedAt!) < lastCrawl;
      return newest('board', board)[2]! < known.length || !isLastChange;
    });
    expect(wrong.map(({ _id }) => _id)).toEqual([]);
  });

  it('have few boards without collaborators, and none of them called a group', () => {
    const alone = crawled('board').filter((board) => newest('board', board)[1] === 0 && newest('board', board)[2] !== 0);
    expect(alone.length / entities.board.length).toBeGreaterThan(0.1);
    expect(alone.length / entities.board.length).toBeLessThan(0.25);
    expect(alone.filter(({ name }) => /group/i.test(name))).toEqual([]);
  });

  it('change the number of collaborators one at a time', () => {
    const steps = crawled('board').flatMap((board) => {
      const { days, values } = trueCounts(board, 1);
      return values.slice(1).map((value, index) => Math.abs(value - values[index]!) / (days[index + 1]! - days[index]!));
    });
    expect(steps.filter((step) => step > 1)).toEqual([]);
  });

  it.each(['board', 'pinner'] as const)('let about one %s in a hundred grow in one jump, and the others naturally', (entity) => {
    const all = gains(entity);
    const jumps = all.filter(({ share }) => isOneJump(share));
    expect(jumps.length / all.length).toBeGreaterThan(0.005);
    expect(jumps.length / all.length).toBeLessThan(0.02);
    const top = all.toSorted((a, b) => b.growth - a.growth).slice(0, 20);
    expect(top.filter(({ share }) => isOneJump(share)).length).toBeLessThan(5);
    expect(top[0]!.growth).toBeLessThan(2);
    expect(top[0]!.growth).toBeGreaterThan(1.3);
  });
});
