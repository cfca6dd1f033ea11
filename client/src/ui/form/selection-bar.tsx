import { useLayoutEffect, useRef } from 'react';
import { MAX_COMPARED, premiumSentences } from '#domain/subscriptions/entitlements';
import { useMaxCompared } from '../../site/session';
import { useShortcuts } from '../../site/shortcuts';
import { classes } from '../classes';
import { SeePremium } from '../navigation/see-premium';
import { Button } from './button';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  /** Why a button can't be used now. */
  readonly note?: React.ReactNode;
  /** The buttons. */
  readonly children: React.ReactNode;
}

/** What can be done with selected rows; stays in view at the bottom while there are any, and then gives the focus back. */
export function SelectionBar({ count, onClear, note, children }: SelectionBarProps) {
  const bar = useRef<HTMLFieldSetElement>(null);
  useLayoutEffect(() => {
    const own = bar.current;
    let cameFrom: HTMLElement | null = null;
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !own?.contains(relatedTarget)) cameFrom = relatedTarget;
    };
    own?.addEventListener('focusin', remember);
    return () => {
      const { activeElement } = document;
      // A button that is disabled while it works has lost the focus already.
      if (activeElement === document.body || own?.contains(activeElement)) cameFrom?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <fieldset ref={bar} className={classes('cluster rounded gap-2', styles.bar)} aria-label="Selected rows">
      <output>{count} selected</output>
      <div className={classes('cluster items-stretch gap-2', styles.buttons)}>
        {children}
        <Button kind="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      {note !== undefined && <output className={classes(styles.note, 'small')}>{note}</output>}
    </fieldset>
  );
}

/** A button that compares the selected rows, also by the key `c`, and the reason why there are too many. */
export function useCompareSelected(count: number, compare: () => void) {
  const max = useMaxCompared();
  const canCompare = count >= 2 && count <= max;
  useShortcuts(canCompare ? { c: compare } : {});
  return {
    button: (
      <Button disabled={!canCompare} title="Compare (c)" onClick={compare}>
        Compare
      </Button>
    ),
    tooMany: count > max && (
      <>
        {max === MAX_COMPARED ? `Up to ${MAX_COMPARED} can be compared.` : premiumSentences.more_compared}{' '}
        {max !== MAX_COMPARED && <SeePremium />}
      </>
    ),
  };
}
