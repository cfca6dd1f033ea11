import { type Column, columns, listedFields } from '#domain/catalog/columns';
import { defaultMetric } from '#domain/catalog/metrics';
import type { EntityType } from '#domain/catalog/variants';
import { screens } from '#domain/site/screens';

/** Where the day of a figure stands, and the path of the page with its formula; null for what Pinterest shows. */
interface FigureSource {
  readonly date: string;
  readonly formula: string | null;
}

/** The figures of an answer by field. */
export type FigureSources = Readonly<Record<string, FigureSource>>;

/** The field of every result with the day of what nightly work computes. */
export const CATALOG_AS_OF = 'catalog_as_of';

const momentumPage = screens.momentum.path;

/** The figures of a row or the details of an entity: each is as of the last reading of the count that it is about, checks as of the last recompute. */
export function entityFigures(entity: EntityType): FigureSources {
  const dayOf = (metric: string): string =>
    Object.entries<Column>(columns[entity]).find(([, { readOf }]) => readOf === metric)?.[0] ?? CATALOG_AS_OF;
  const byMomentum = { date: dayOf(defaultMetric[entity]), formula: momentumPage };
  const figureOf = (name: string, { history, growthOf, isScore, isCheck }: Column): FigureSource | null => {
    if (history) return { date: dayOf(name), formula: null };
    if (growthOf) return { date: dayOf(growthOf), formula: momentumPage };
    if (isScore) return byMomentum;
    return isCheck ? { date: CATALOG_AS_OF, formula: momentumPage } : null;
  };
  const listed = listedFields(entity).flatMap(([name, column]) => {
    const figure = figureOf(name, column);
    return figure ? [[name, figure] as const] : [];
  });
  const verdict = { date: CATALOG_AS_OF, formula: momentumPage };
  return {
    ...Object.fromEntries(listed),
    momentum_score: byMomentum,
    growth_last_30_days: byMomentum,
    growth: byMomentum,
    momentum: byMomentum,
    verdict,
    verdict_by_period: verdict,
  };
}

const countedNightly = { date: 'as_of', formula: screens.keywords.path };

/** The figures of a keyword: counted in this catalog every night, by the formulas below its list. */
export const keywordFigures: FigureSources = {
  ...Object.fromEntries(
    ['pins', 'boards', 'saves', 'saves_per_pin', 'competition', 'momentum_score', 'growth_percent', 'fresh', 'opportunity', 'season'].map(
      (name) => [name, countedNightly],
    ),
  ),
  volume: { date: 'volume_on', formula: null },
  interest: { date: 'interest_to', formula: null },
  publish_by: { date: 'interest_to', formula: screens.keywords.path },
};

/** The figures of the imported curves and volumes of a keyword. */
export const interestFigures: FigureSources = {
  'volumes.volume': { date: 'date', formula: null },
  'curves.points.value': { date: 'date', formula: null },
};

/** The figures of something that a user watches. */
export const watchedFigures: FigureSources = {
  value: { date: 'read_on', formula: null },
  growth_last_90_days: { date: 'read_on', formula: momentumPage },
  momentum_score: { date: 'read_on', formula: momentumPage },
  added_value: { date: 'added_on', formula: null },
};

/** The figures in the texts of alerts. */
export const alertFigures: FigureSources = { text: { date: 'day', formula: momentumPage } };
