import { classes } from '../classes';
import type { KeyboardEvent } from 'react';
import styles from './tab-list.module.css';

interface TabListProps<T extends string> {
  readonly name: string;
  readonly tabs: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly selected: T;
  readonly onSelect: (tab: T) => void;
}

/** The id of a tab's button or panel. */
export const tabId = (tab: string, part: 'tab' | 'panel'): string => `${part}-${tab}`;

/** Tabs with a roving tab index: Tab reaches the selected one, the arrow keys, Home, and End select the others. */
export function TabList<T extends string>({ name, tabs, names, selected, onSelect }: TabListProps<T>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const index = tabs.indexOf(selected);
    const targetIndexes: Readonly<Record<string, number>> = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 };
    const next = tabs.at((targetIndexes[event.key] ?? Number.NaN) % tabs.length);
    if (!(event.key in targetIndexes) || next === undefined) return;
    event.preventDefault();
    onSelect(next);
    document.getElementById(tabId(next, 'tab'))?.focus();
  };
  return (
    <div className={classes('row items-stretch gap-1', styles.tabs)} role="tablist" aria-label={name}>
      {tabs.map((tab) => (
        <button
          key={tab}
          id={tabId(tab, 'tab')}
          type="button"
          role="tab"
          className={classes('bare muted strong tap', styles.tab)}
          aria-selected={tab === selected}
          aria-controls={tabId(tab, 'panel')}
          tabIndex={tab === selected ? 0 : -1}
          onClick={() => onSelect(tab)}
          onKeyDown={onKeyDown}
        >
          {names[tab]}
        </button>
      ))}
    </div>
  );
}
