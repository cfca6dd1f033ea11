import { useLayoutEffect, useRef } from 'react';
import { classes } from '../classes';
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
