import { classes } from '../../ui/classes';
import { useState } from 'react';
import type { AlertRule, AlertRuleInput } from '#domain/watching/alerts/contract';
import { type Direction, hasDirection, type Measure, thresholdBounds } from '#domain/watching/alerts/rules';
import type { SavedSearch, Watchlist } from '#domain/watching/contract';
import type { EntityType } from '#domain/catalog/variants';
import { type Period, periodDays, periods } from '#domain/catalog/metrics';
import { api } from '../../api/api';
import { Field } from '../../ui/form/field';
import { Select } from '../../ui/form/select';
import { SubmitForm } from '../../ui/form/submit-form';
import { plainNumber, typedNumber } from '../../ui/filters/typed-numbers';
import styles from './alert-rule-form.module.css';

interface MeasureText {
  readonly name: string;
  /** Of its threshold. */
  readonly unit?: string;
  readonly threshold?: string;
}

/** What each measure is called in the sentence, its unit, and the threshold that is proposed. */
const measureTexts: Readonly<Record<Measure, MeasureText>> = {
  momentum: { name: 'momentum', unit: '0 to 100', threshold: '60' },
  growth: { name: 'growth', unit: 'percent', threshold: '10' },
  count: { name: 'followers or saves', threshold: '10000' },
  stale: { name: 'a board has no change for', unit: 'days', threshold: '14' },
  jump: { name: 'a gain comes in one jump' },
  gone: { name: 'something is gone' },
  new_match: { name: 'something new matches' },
};

/** Errors of the API begin with the name of a field: the form calls it the same. */
const thresholdLabel = ({ unit }: MeasureText): string => `Threshold${unit === undefined ? '' : ` (${unit})`}`;

const directionOptions = [
  { value: 'above', name: 'rises to' },
  { value: 'below', name: 'falls to' },
] as const;
const periodOptions = periods.map((period) => ({ value: period, name: `${periodDays[period]} days` }));

/** What a rule can be about: one item, or else any of these lists and searches. */
export interface RuleTargets {
  /** Its kind, where that is known, leaves out what only other kinds have. */
  readonly item: { readonly _id: string; readonly entity?: EntityType } | null;
  readonly watchlists: readonly Watchlist[];
  readonly searches: readonly SavedSearch[];
}

function measuresFor({ item, watchlists, searches }: RuleTargets): readonly Measure[] {
  const isOffered = (measure: Measure) => {
    if (measure === 'new_match') return searches.length > 0;
    if (measure === 'stale' && item?.entity !== undefined) return item.entity === 'board';
    return item !== null || watchlists.length > 0;
  };
  return (Object.keys(measureTexts) as Measure[]).filter(isOffered);
}

interface AlertRuleFormProps {
  readonly targets: RuleTargets;
  /** The rule to change; null for a new one. */
  readonly rule: AlertRule | null;
  readonly onSaved: () => Promise<void>;
}

/** A rule as a sentence: Tell me when [momentum] [rises to] [60] in [Watchlist]. */
export function AlertRuleForm({ targets: ruleTargets, rule, onSaved }: AlertRuleFormProps) {
  const { item, watchlists, searches } = ruleTargets;
  const measures = measuresFor(ruleTargets);
  const [chosenMeasure, setMeasure] = useState<Measure>(rule?.measure ?? 'momentum');
  const measure = measures.includes(chosenMeasure) ? chosenMeasure : (measures[0] ?? 'momentum');
  const [direction, setDirection] = useState<Direction>(rule?.direction ?? 'above');
  const [period, setPeriod] = useState<Period>(rule?.period ?? '30_days');
  const [targetId, setTargetId] = useState(rule?.watchlist_id ?? rule?.saved_search_id ?? '');
  const bounds = thresholdBounds[measure];
  const targets = (measure === 'new_match' ? searches : watchlists).map(({ _id, name }) => ({ value: _id, name }));
  const target = targets.find(({ value }) => value === targetId) ?? targets[0];
  const save = async ({ threshold = '' }: Readonly<Record<string, string>>) => {
    const id = target?.value ?? '';
    const body: AlertRuleInput = {
      measure,
      ...(hasDirection(measure) && { direction }),
      ...(bounds && { threshold: Number(plainNumber(threshold)) }),
      ...(measure === 'growth' && { period }),
      ...(measure === 'new_match' ? { saved_search_id: id } : item ? { watched_item_id: item._id } : { watchlist_id: id }),
    };
    await (rule ? api('PATCH /users/me/alert-rules/:id', { params: { id: rule._id }, body }) : api('POST /users/me/alert-rules', { body }));
    await onSaved();
    return rule ? 'The rule was changed.' : 'The rule was added. It tells you what changes from now on, not what is so already.';
  };
  return (
    <SubmitForm submitLabel={rule ? 'Save rule' : 'Add rule'} onSubmit={save}>
      {(errorId) => (
        <div className={classes('stack items-end gap-3', styles.sentence)}>
          <Select
            label="Tell me when"
            value={measure}
            options={measures.map((value) => ({ value, name: measureTexts[value].name }))}
            onChange={setMeasure}
          />
          {hasDirection(measure) && <Select label="It" value={direction} options={directionOptions} onChange={setDirection} />}
          {bounds && (
            <Field
              key={measure}
              label={thresholdLabel(measureTexts[measure])}
              name="threshold"
              inputMode="decimal"
              required
              defaultValue={typedNumber((rule?.measure === measure ? String(rule.threshold) : measureTexts[measure].threshold) ?? '')}
              errorId={errorId}
            />
          )}
          {measure === 'growth' && <Select label="Over" value={period} options={periodOptions} onChange={setPeriod} />}
          {!item && (
            <Select
              label={measure === 'new_match' ? 'Saved search' : 'In the watchlist'}
              value={target?.value ?? ''}
              options={targets}
              onChange={setTargetId}
            />
          )}
        </div>
      )}
    </SubmitForm>
  );
}
