import { type EntityType, entityTypes, variantNouns, variantOf } from '#domain/catalog/variants';
import { periodDays } from '#domain/catalog/metrics';
import { type Day, shortDay } from '#domain/days';
import { formatCount, wholeNumber } from '#domain/numbers';

/** What the catalog has. */
export interface DataFigures {
  readonly rows: Readonly<Record<EntityType, number>>;
  /** Rows whose growth is known: those that were read on two days. */
  readonly grown: Readonly<Record<EntityType, number>>;
  /** Keywords that were counted in pins. */
  readonly keywords: number;
  readonly hasInterest: boolean;
  /** The day of the newest reading; null without any. */
  readonly newestDay: Day | null;
}

/** What a part of the product can show. `waiting`: it shows something, and more data or time is needed for the rest. */
interface DataUse {
  readonly name: string;
  readonly path: string;
  readonly state: 'ready' | 'waiting' | 'empty';
  readonly text: string;
}

const SHORTEST_PERIOD_DAYS = periodDays['7_days'];
/** The share of a list's rows whose growth must be known, so that an order by growth says something about the list. */
const MIN_GROWN_SHARE = 0.1;

function listUse(entity: EntityType, { rows, grown, newestDay }: DataFigures, today: Day): DataUse {
  const { one, many, title } = variantNouns[variantOf[entity]];
  const use = { name: `${title}s`, path: `/${variantOf[entity]}` };
  const count = formatCount(rows[entity], one, many);
  if (rows[entity] === 0) return { ...use, state: 'empty', text: `There are no ${many} yet. Import a file that has some.` };
  const counts = `${count}, ${wholeNumber(grown[entity])} with growth over 90 days.`;
  if (grown[entity] > 0 && grown[entity] >= MIN_GROWN_SHARE * rows[entity]) return { ...use, state: 'ready', text: counts };
  const day = newestDay === null ? today : Math.max(today, newestDay + SHORTEST_PERIOD_DAYS);
  const when = day === today ? 'today' : `on ${shortDay(day, today)} or later`;
  return {
    ...use,
    state: 'waiting',
    text:
      grown[entity] > 0
        ? `${counts} The others need a second reading: import them again ${when}.`
        : `${count} can be searched and compared. Growth and momentum need a second reading: import them again ${when}.`,
  };
}

function keywordUse({ keywords, rows }: DataFigures): DataUse {
  const use = { name: 'Keywords', path: '/keywords' };
  if (keywords > 0) return { ...use, state: 'ready', text: `${formatCount(keywords, 'keyword', 'keywords')} counted in pins.` };
  return rows.pin > 0
    ? { ...use, state: 'waiting', text: 'Keywords are counted in the pins every night.' }
    : { ...use, state: 'empty', text: 'Keywords are counted in pins. Import some.' };
}

/** What can be done with the data of the catalog, part by part. */
export const dataUses = (figures: DataFigures, today: Day): readonly DataUse[] => [
  ...entityTypes.map((entity) => listUse(entity, figures, today)),
  keywordUse(figures),
  figures.hasInterest
    ? { name: '“Publish by”', path: '/keywords', state: 'ready', text: 'Keywords with a curve of at least 50 weeks say when to publish.' }
    : {
        name: '“Publish by”',
        path: '/keywords',
        state: 'empty',
        text: 'It needs the search interest of keywords over time, such as an export of Pinterest Trends.',
      },
];
