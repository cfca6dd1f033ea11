import type { KeyboardEvent } from 'react';

interface TabListProps<T extends string> {
  readonly name: string;
  readonly tabs: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onChoose: (tab: T) => void;
}

/** The id of a tab's button and, with `panel`, of what it shows. */
export const tabId = (tab: string, part: 'tab' | 'panel'): string => `${part}-${tab}`;

/** Tabs: one is in the way of the Tab key, the arrows, Home and End go to the others. */
export function TabList<T extends string>({ name, tabs, names, chosen, onChoose }: TabListProps<T>) {
  const step = (event: KeyboardEvent) => {
    const at = tabs.indexOf(chosen);
    const places: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const next = tabs.at((places[event.key] ?? Number.NaN) % tabs.length);
    if (!(event.key in places) || next === undefined) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(tabId(next, 'tab'))?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={name}>
      {tabs.map((tab) => (
        <button
          key={tab}
          id={tabId(tab, 'tab')}
          type="button"
          role="tab"
          className="tabs__tab"
          aria-selected={tab === chosen}
          aria-controls={tabId(tab, 'panel')}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={step}
        >
          {names[tab]}
        </button>
      ))}
    </div>
  );
}
