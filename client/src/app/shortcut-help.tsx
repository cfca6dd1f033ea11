import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../ui/form/button';
import { isAdminPath } from '../site/paths';
import { closeShortcutHelp, shortcuts, setShortcutsEnabled } from '../site/shortcuts';

const keyDescriptions: readonly (readonly [keys: string, meaning: string])[] = [
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

const adminKeyDescriptions: typeof keyDescriptions = [
  ['r', 'Refresh'],
  ['e', 'Export'],
  ['s', 'Scan'],
];

/** The list of single-key shortcuts, with the switch that turns them off. */
export function ShortcutHelp() {
  const { isHelpOpen, isEnabled } = useSnapshot(shortcuts);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isHelpOpen) dialog.current?.showModal();
  }, [isHelpOpen]);
  if (!isHelpOpen) return null;
  const descriptions = isAdminPath(location.pathname) ? [...keyDescriptions, ...adminKeyDescriptions] : keyDescriptions;
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={closeShortcutHelp}>
      <h2 id="sheet-title">Keyboard</h2>
      <dl className="sheet__keys">
        {descriptions.map(([key, meaning]) => (
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
        <input type="checkbox" checked={isEnabled} onChange={({ target }) => setShortcutsEnabled(target.checked)} /> Single-key shortcuts
      </label>
      <form method="dialog">
        <Button type="submit">Close</Button>
      </form>
    </dialog>
  );
}
