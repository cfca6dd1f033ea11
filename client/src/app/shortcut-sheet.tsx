import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../ui/button';
import { isAdminPath } from './paths';
import { closeSheet, shortcuts, switchShortcuts } from './shortcuts';

const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['?', 'This list'],
  ['/', 'Go to Keywords'],
  ['g h', 'Home'],
  ['g p', 'Pins'],
  ['g b', 'Boards'],
  ['g i', 'Influencers'],
  ['g d', 'Dashboard'],
  ['j  k', 'Next, previous row; Enter opens it'],
  ['[  ]', 'Previous, next page'],
  ['t', 'Change the theme'],
  ['Esc', 'Close'],
];

const adminKeys: typeof keys = [
  ['r', 'Refresh'],
  ['e', 'Export'],
  ['s', 'Scan'],
];

/** The list of single-key shortcuts, with the switch that turns them off. */
export function ShortcutSheet() {
  const { sheetOpen, on } = useSnapshot(shortcuts);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (sheetOpen) dialog.current?.showModal();
  }, [sheetOpen]);
  if (!sheetOpen) return null;
  const shown = isAdminPath(location.pathname) ? [...keys, ...adminKeys] : keys;
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={closeSheet}>
      <h2 id="sheet-title">Keyboard</h2>
      <dl className="sheet__keys">
        {shown.map(([key, meaning]) => (
          <div key={key} className="sheet__row">
            <dt>
              {key.split(/\s+/).map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={on} onChange={({ target }) => switchShortcuts(target.checked)} /> Single-key shortcuts
      </label>
      <form method="dialog">
        <Button type="submit">Close</Button>
      </form>
    </dialog>
  );
}
