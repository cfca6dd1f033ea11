import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Variant } from '#domain/catalog/variants';
import { useViewerHas } from '../../../site/session';
import { Button } from '../../../ui/form/button';
import { Popover } from '../../../ui/form/popover';
import { Icon } from '../../../ui/icon';
import { SeePremium } from '../../../ui/navigation/see-premium';
import { changeColumn, lists } from '../list-state';
import { useShownColumns } from './chosen-columns';
import { type ColumnKey, type ListColumn, listColumns } from './list-columns';
import styles from './column-picker.module.css';
import text from '../../../ui/text.module.css';

/** Chooses the columns of a list. Those that only Premium includes are listed with a lock and the reason. */
export function ColumnPicker({ variant }: { readonly variant: Variant }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Columns"
      isOpen={isOpen}
      onToggle={setIsOpen}
      renderButton={(props) => (
        <Button {...props}>
          Columns <Icon name="open" size={16} />
        </Button>
      )}
    >
      <ColumnChoices variant={variant} />
    </Popover>
  );
}

function ColumnChoices({ variant }: { readonly variant: Variant }) {
  const viewerHas = useViewerHas();
  const { search, page } = useSnapshot(lists)[variant];
  const shownKeys = new Set(useShownColumns(variant, search.order_by, page?.rows ?? null).map(({ key }) => key));
  const isLocked = ({ premium }: ListColumn) => premium !== null && !viewerHas(premium.entitlement);
  const columns = listColumns[variant];
  const choice = (column: ListColumn) => (
    <ColumnChoice
      key={column.key}
      column={column}
      isShown={shownKeys.has(column.key)}
      isLocked={isLocked(column)}
      isSorted={column.order === search.order_by}
      onChange={(key) => changeColumn(variant, key)}
    />
  );
  return (
    <fieldset className={styles.columns}>
      <legend className={text.srOnly}>Columns</legend>
      {columns.filter((column) => !isLocked(column)).map(choice)}
      {columns.filter(isLocked).map(choice)}
      {columns.some(isLocked) && (
        <p className={text.small}>
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
      <label>
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
        <p id={reasonId} className={text.caption}>
          {reason}
        </p>
      )}
    </div>
  );
}
