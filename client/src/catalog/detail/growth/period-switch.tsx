import { useId, useState } from 'react';
import { lockedPeriodSentence } from '#domain/subscriptions/entitlements';
import { useEntitlement } from '../../../site/session';
import { classes } from '../../../ui/classes';
import { formatMonth } from '../../../ui/format';
import { Icon } from '../../../ui/icon';
import { SeePremium } from '../../../ui/navigation/see-premium';
import { choiceName, type DetailView, FREE_PERIOD, type PeriodChoice, periodChoices } from './detail-view';
import styles from './period-switch.module.css';
import choices from '../../../ui/form/choices.module.css';

interface PeriodSwitchProps {
  readonly view: Pick<DetailView, 'period' | 'lockedPeriod' | 'window'>;
  /** The day of the first reading, where the viewer sees less than the whole history. */
  readonly hiddenSince: string | null;
  readonly onChoose: (period: PeriodChoice) => void;
}

/** The periods of a detail page. Locked ones stay in the tab order and say why. */
export function PeriodSwitch({ view, hiddenSince, onChoose }: PeriodSwitchProps) {
  const hasFullAnalytics = useEntitlement('full_analytics');
  const [asked, setAsked] = useState<PeriodChoice | null>(null);
  const reasonId = useId();
  const reason = lockedSentence(asked ?? view.lockedPeriod, hiddenSince);
  return (
    <div className={classes('stack no-print gap-1', styles.switch)}>
      <fieldset className={classes('row items-stretch scroll-x gap-1', choices.choices, styles.periods)} aria-label="Period">
        {periodChoices.map((choice) => {
          const isLocked = !hasFullAnalytics && choice !== FREE_PERIOD;
          return (
            <button
              key={choice}
              type="button"
              className={classes('text-lg tap fixed ink', choices.choice, styles.period)}
              aria-pressed={choice === view.period && view.window === null}
              aria-disabled={isLocked}
              aria-describedby={isLocked ? reasonId : undefined}
              aria-label={choiceName(choice)}
              onFocus={() => isLocked && setAsked(choice)}
              onClick={() => (isLocked ? setAsked(choice) : onChoose(choice))}
            >
              {choice === 'all' ? 'All' : choice}
              {isLocked && <Icon name="lock" size={12} />}
            </button>
          );
        })}
        <span className="small" aria-hidden="true">
          days
        </span>
      </fieldset>
      {!hasFullAnalytics && (
        <p id={reasonId} className="caption" aria-live="polite" data-testid="period-lock">
          {reason !== null && (
            <>
              {reason} <SeePremium />
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Why a period is locked, or that there is more history; null where there is nothing to say. */
function lockedSentence(period: PeriodChoice | null, hiddenSince: string | null): string | null {
  if (period !== null) return lockedPeriodSentence(choiceName(period));
  return hiddenSince === null ? null : `Premium shows everything since ${formatMonth(hiddenSince)}.`;
}
