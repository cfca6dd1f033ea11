import { DEFAULT_LIST_PERIOD, defaultMetric, type Metric, metricName, metricsOf, type Period, periods } from '#domain/catalog/metrics';
import { entityOf } from '#domain/catalog/variants';
import { Select } from '../../../ui/form/select';
import { periodNames } from '../../../ui/momentum-labels';
import { momentumChoice } from '../list-search';
import { useList } from '../use-list';

/** The metric and the period of the momentum that a list is ordered, filtered, and shown by. */
export function MomentumChoice() {
  const { variant, search, change } = useList();
  const entity = entityOf[variant];
  const { metric = defaultMetric[entity], period = DEFAULT_LIST_PERIOD } = search;
  const choose = (chosenMetric: Metric, chosenPeriod: Period) => change(momentumChoice(variant, chosenMetric, chosenPeriod));
  return (
    <>
      <Select<Metric>
        label="Momentum of"
        value={metric}
        options={metricsOf[entity].map((value) => ({ name: metricName(entity, value), value }))}
        onChange={(chosen) => choose(chosen, period)}
      />
      <Select<Period>
        label="Period"
        value={period}
        options={periods.map((value) => ({ name: periodNames[value], value }))}
        onChange={(chosen) => choose(metric, chosen)}
      />
    </>
  );
}
