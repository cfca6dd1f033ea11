import { Button } from './button';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  readonly count: number;
  readonly onClear: () => void;
  /** The buttons. */
  readonly children: React.ReactNode;
}

/** What can be done with selected rows; stays in view at the bottom while any are selected. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <fieldset className={styles.bar} aria-label="Selected rows" hidden={count === 0}>
      <output>{count > 0 && `${count} selected`}</output>
      {children}
      <Button kind="quiet" onClick={onClear}>
        Clear
      </Button>
    </fieldset>
  );
}
