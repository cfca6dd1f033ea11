import { classes } from '../../../ui/classes';
import { useViewerHas } from '../../../site/session';
import { Choices } from '../../../ui/form/choices';
import { Icon } from '../../../ui/icon';
import { SeePremium } from '../../../ui/navigation/see-premium';
import { useIsCompact } from '../../../ui/use-media';
import { chooseDensity, useRowDensity } from '../list-choices';
import { useList } from '../use-list';
import { type ColumnKey, type ListColumn, listColumns, toggledColumns } from './list-columns';
import styles from './display-choices.module.css';

/** How the rows of a list are shown: which columns, where there is room for them, and how high. */
export function DisplayChoices() {
  const hasColumns = !useIsCompact();
  return (
    <div className="stack gap-3">
      {hasColumns && <ColumnChoices />}
      <Choices label="Rows" options={densityNames} value={useRowDensity()} onChoose={chooseDensity} />
    </div>
  );
}

const densityNames = [
  { value: 'comfortable', name: 'Comfortable' },
  { value: 'compact', name: 'Compact' },
] as const;

/** Those that only Premium includes are listed with a lock and the reason. */
function ColumnChoices() {
  const viewerHas = useViewerHas();
  const { variant, search, page, columns: shown, change } = useList();
  const shownKeys = new Set(shown.map(({ key }) => key));
  const isLocked = ({ premium }: ListColumn) => premium !== null && !viewerHas(premium.entitlement);
  const columns = listColumns[variant];
  const choice = (column: ListColumn) => (
    <ColumnChoice
      key={column.key}
      column={column}
      isShown={shownKeys.has(column.key)}
      isLocked={isLocked(column)}
      isSorted={column.order === search.order_by}
      onChange={(key) => change({ cols: toggledColumns(variant, search.cols, key, page?.rows ?? null) }, true)}
    />
  );
  return (
    <fieldset className={classes('stack', styles.columns)}>
      <legend className="sr-only">Columns</legend>
      {columns.filter((column) => !isLocked(column)).map(choice)}
      {columns.filter(isLocked).map(choice)}
      {columns.some(isLocked) && (
        <p className="small">
          <SeePremium />
        </p>
      )}
    </fieldset>
  );
}

interface ColumnChoiceProps {
  readonly column: ListColumn;
  readonly isShown: boolean;
  readonly isLocked: boolean;
  /** The list is sorted by the column, which therefore stays. */
  readonly isSorted: boolean;
  readonly onChange: (key: ColumnKey) => void;
}

function ColumnChoice({ column: { key, name, premium }, isShown, isLocked, isSorted, onChange }: ColumnChoiceProps) {
  const reason = isLocked ? premium?.sentence : isSorted ? 'The list is sorted by this column.' : undefined;
  const reasonId = `column-${key}-reason`;
  return (
    <div>
      <label className="row tap">
        <input
          type="checkbox"
          checked={isShown}
          disabled={isLocked || isSorted}
          aria-describedby={reason === undefined ? undefined : reasonId}
          onChange={() => onChange(key)}
        />
        {name}
        {isLocked && <Icon name="lock" size={14} />}
      </label>
      {reason !== undefined && (
        <p id={reasonId} className="caption">
          {reason}
        </p>
      )}
    </div>
  );
}
