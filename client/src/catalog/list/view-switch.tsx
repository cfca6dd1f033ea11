import { classes } from '../../ui/classes';
import { IconButton } from '../../ui/form/button';
import { changeView } from './list-state';
import { type ListView, listViews } from './list-view';
import styles from './view-switch.module.css';

const viewNames = { table: 'Table', grid: 'Grid' } as const satisfies Record<ListView, string>;

/** Buttons for the views of pins. */
export const ViewSwitch = ({ view: shownView }: { readonly view: ListView }) => (
  // A fieldset would need a legend, which takes space.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <div role="group" aria-label="View" className={classes('rounded fixed', styles.switch)}>
    {listViews.map((view) => (
      <IconButton
        key={view}
        icon={view}
        aria-label={viewNames[view]}
        title={`${viewNames[view]} (v)`}
        aria-pressed={view === shownView}
        onClick={() => changeView('pins', view)}
      />
    ))}
  </div>
);
