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

/** What can be done with selected rows; stays in view at the bottom while any are selected. */
export function SelectionBar({ count, onClear, note, children }: SelectionBarProps) {
  return (
    <fieldset className={classes('cluster rounded gap-2', styles.bar)} aria-label="Selected rows" hidden={count === 0}>
      <output>{count > 0 && `${count} selected`}</output>
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
