import { classes } from '../../ui/classes';
import { type Metric, metricName, metricsOf, type Period, periods } from '#domain/catalog/metrics';
import { type EntityType, entityTypes } from '#domain/catalog/variants';
import { Select } from '../../ui/form/select';
import { type GrowthFilter, resultLimits } from './growth-view';
import styles from './growth-filters.module.css';

const entityNames = { board: 'Boards', pinner: 'Influencers', pin: 'Pins' } as const satisfies Record<EntityType, string>;

const lastPeriodNames = {
  '7_days': 'Last 7 days',
  '15_days': 'Last 15 days',
  '30_days': 'Last 30 days',
  '90_days': 'Last Quarter',
  '365_days': 'Last Year',
} as const satisfies Record<Period, string>;

interface GrowthFiltersProps {
  readonly filter: GrowthFilter;
  readonly onChange: (change: Partial<GrowthFilter>) => void;
}

/** The filter of the top performers: entity type, period, metric, and number of results. */
export function GrowthFilters({ filter, onChange }: GrowthFiltersProps) {
  const { entity, period, metric, limit } = filter;
  return (
    <section className={classes('stack gap-3', styles.filters)} aria-label="Filters">
      <Select<EntityType>
        label="Entity Type"
        value={entity}
        options={entityTypes.map((value) => ({ name: entityNames[value], value }))}
        onChange={(selected) => onChange({ entity: selected })}
      />
      <Select<Period>
        label="Time Period"
        value={period}
        options={periods.map((value) => ({ name: lastPeriodNames[value], value }))}
        onChange={(selected) => onChange({ period: selected })}
      />
      <Select<Metric>
        label="Metric"
        value={metric}
        options={(metricsOf[entity] as readonly Metric[]).map((value) => ({ name: metricName(entity, value), value }))}
        onChange={(selected) => onChange({ metric: selected })}
      />
      <Select
        label="Results"
        value={limit}
        options={resultLimits.map((value) => ({ name: `Top ${value}`, value }))}
        onChange={(selected) => onChange({ limit: selected })}
      />
    </section>
  );
}
