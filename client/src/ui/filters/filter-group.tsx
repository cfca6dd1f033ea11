import { type ReactNode, useId } from 'react';
import { Button } from '../form/button';
import { Icon } from '../icon';
import { useIsNarrow } from '../use-media';
import styles from './filter-group.module.css';

interface FilterGroupProps {
  /** How many filters are set. */
  readonly setCount: number;
  /** Whether a narrow screen shows the filters. */
  readonly isUnfolded: boolean;
  readonly onFold: (isUnfolded: boolean) => void;
  readonly children: ReactNode;
}

/** The filters of a list as chips side by side; on narrow screens behind a button with their number. */
export function FilterGroup({ setCount, isUnfolded, onFold, children }: FilterGroupProps) {
  const id = useId();
  const isNarrow = useIsNarrow();
  return (
    <>
      {isNarrow && (
        <Button className={styles.fold} aria-expanded={isUnfolded} aria-controls={id} onClick={() => onFold(!isUnfolded)}>
          Filters{setCount > 0 && ` (${setCount})`}
          <Icon name="open" size={16} />
        </Button>
      )}
      <div
        id={id}
        // A fieldset would need a legend, which takes space.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label="Filters"
        className="cluster relative gap-2"
        hidden={isNarrow && !isUnfolded}
        data-testid="filter-bar"
      >
        {children}
      </div>
    </>
  );
}
