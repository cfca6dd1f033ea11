import { classes } from '../classes';
import { IconButton } from '../form/button';
import { Icon } from '../icon';
import type { PopoverButtonProps } from '../form/popover';
import styles from './filter-chip.module.css';

interface FilterChipProps {
  readonly label: string;
  /** False: a button that sets the filter. */
  readonly isSet: boolean;
  readonly onToggle?: () => void;
  /** Makes the label, or the offer, a button that opens values to choose. */
  readonly edit?: PopoverButtonProps;
}

/** A filter of a list: set, with a button that removes it, or offered. */
export function FilterChip({ label, isSet, onToggle, edit }: FilterChipProps) {
  if (!isSet) {
    return (
      <button type="button" className={styles.offer} onClick={onToggle} {...edit}>
        <span aria-hidden="true">+</span> {label}
      </button>
    );
  }
  return (
    <span className={classes('tint', styles.chip)}>
      {edit ? (
        <button type="button" className="bare inline-row shrink tap gap-1" {...edit}>
          <span className="one-line">{label}</span>
          <Icon name="open" size={14} />
        </button>
      ) : (
        <span className="one-line">{label}</span>
      )}
      <IconButton icon="close" iconSize={16} className={styles.remove} aria-label={`Remove filter: ${label}`} onClick={onToggle} />
    </span>
  );
}
