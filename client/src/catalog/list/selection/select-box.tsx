import { useSnapshot } from 'valtio';
import { classes } from '../../../ui/classes';
import { selection, toggleRow } from './selection';
import styles from './select-box.module.css';

/** Selects a row, over a corner of its picture. Without a touch screen it appears on hover and focus, and while rows are selected. */
export function SelectBox({ id, title }: { readonly id: string; readonly title: string }) {
  const { rows } = useSnapshot(selection);
  return (
    <label className={classes('center rounded no-print', styles.select, rows.length > 0 && styles.shown)} title="Select (x)">
      <input
        type="checkbox"
        aria-label={`Select ${title}`}
        checked={rows.some((row) => row.id === id)}
        onChange={() => toggleRow({ id, title })}
      />
    </label>
  );
}
