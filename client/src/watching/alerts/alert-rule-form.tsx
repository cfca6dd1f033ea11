import { useState } from 'react';
import type { AlertRuleInput } from '#domain/analytics/watching/alerts/contract';
import { type Direction, hasDirection, type Measure, thresholdBounds } from '#domain/analytics/watching/alerts/rules';
import type { SavedSearch, Watchlist } from '#domain/analytics/watching/contract';
import { type Period, periodDays, periods } from '#domain/catalog/metrics';
import { api } from '../../api/api';
import { Field } from '../../ui/form/field';
import { Select } from '../../ui/form/select';
import { SubmitForm } from '../../ui/form/submit-form';
import styles from './alert-rule-form.module.css';

const measureNames: Readonly<Record<Measure, string>> = {
  momentum: 'momentum',
  growth: 'growth',
  count: 'followers or saves',
  stale: 'a board has no change for',
  new_match: 'something new matches',
};
const units: Readonly<Record<Measure, string>> = {
  momentum: 'Score (0 to 100)',
  growth: 'Percent',
  count: 'Number',
  stale: 'Days',
  new_match: '',
};
const firstThresholds: Readonly<Record<Measure, string>> = { momentum: '60', growth: '10', count: '10000', stale: '14', new_match: '' };
const directionOptions = [
  { value: 'above', name: 'rises to' },
  { value: 'below', name: 'falls to' },
] as const;
const periodOptions = periods.map((period) => ({ value: period, name: `${periodDays[period]} days` }));

interface AlertRuleFormProps {
  readonly watchlists: readonly Watchlist[];
  readonly searches: readonly SavedSearch[];
  readonly onCreated: () => Promise<void>;
}

/** A rule as a sentence: Tell me when [momentum] [rises to] [60] in [Watchlist]. */
export function AlertRuleForm({ watchlists, searches, onCreated }: AlertRuleFormProps) {
  const measures = (Object.keys(measureNames) as Measure[]).filter((one) => (one === 'new_match' ? searches : watchlists).length > 0);
  const [chosenMeasure, setMeasure] = useState<Measure>('momentum');
  const measure = measures.includes(chosenMeasure) ? chosenMeasure : (measures[0] ?? 'momentum');
  const [direction, setDirection] = useState<Direction>('above');
  const [period, setPeriod] = useState<Period>('30_days');
  const [targetId, setTargetId] = useState('');
  const bounds = thresholdBounds[measure];
  const targets = (measure === 'new_match' ? searches : watchlists).map(({ _id, name }) => ({ value: _id, name }));
  const target = targets.find(({ value }) => value === targetId) ?? targets[0];
  const create = async ({ threshold = '' }: Readonly<Record<string, string>>) => {
    const id = target?.value ?? '';
    const body: AlertRuleInput = {
      measure,
      ...(hasDirection(measure) && { direction }),
      ...(bounds && { threshold: Number(threshold) }),
      ...(measure === 'growth' && { period }),
      ...(measure === 'new_match' ? { saved_search_id: id } : { watchlist_id: id }),
    };
    await api('POST /users/me/alert-rules', { body });
    await onCreated();
    return 'The rule was added.';
  };
  return (
    <SubmitForm submitLabel="Add rule" onSubmit={create}>
      {(errorId) => (
        <div className={styles.sentence}>
          <Select
            label="Tell me when"
            value={measure}
            options={measures.map((value) => ({ value, name: measureNames[value] }))}
            onChange={setMeasure}
          />
          {hasDirection(measure) && <Select label="It" value={direction} options={directionOptions} onChange={setDirection} />}
          {bounds && (
            <Field
              key={measure}
              label={units[measure]}
              name="threshold"
              type="number"
              inputMode="decimal"
              required
              min={bounds.min}
              max={bounds.max}
              step={bounds.decimals === 0 ? 1 : 0.1}
              defaultValue={firstThresholds[measure]}
              errorId={errorId}
            />
          )}
          {measure === 'growth' && <Select label="Over" value={period} options={periodOptions} onChange={setPeriod} />}
          <Select
            label={measure === 'new_match' ? 'Saved search' : 'In the watchlist'}
            value={target?.value ?? ''}
            options={targets}
            onChange={setTargetId}
          />
        </div>
      )}
    </SubmitForm>
  );
}
