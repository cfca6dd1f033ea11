import { Icon } from './icon';
import styles from './filter-chip.module.css';

interface FilterChipProps {
  readonly label: string;
  /** False: a button that sets the filter. */
  readonly isSet: boolean;
  readonly onToggle: () => void;
}

/** A filter of a list: set, with a button that removes it, or offered. */
export function FilterChip({ label, isSet, onToggle }: FilterChipProps) {
  if (!isSet) {
    return (
      <button type="button" className={styles.offer} onClick={onToggle}>
        <span aria-hidden="true">+</span> {label}
      </button>
    );
  }
  return (
    <span className={styles.chip}>
      {label}
      <button type="button" className={styles.remove} aria-label={`Remove filter: ${label}`} onClick={onToggle}>
        <Icon name="close" size={16} />
      </button>
    </span>
  );
}
