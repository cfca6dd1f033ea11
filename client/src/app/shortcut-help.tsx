import { classes } from '../ui/classes';
import { useSnapshot } from 'valtio';
import { isAdminPath } from '../site/paths';
import { closeShortcutHelp, shortcuts, setShortcutsEnabled } from '../site/shortcuts';
import { Dialog } from '../ui/feedback/dialog';
import { Button } from '../ui/form/button';
import styles from './shortcut-help.module.css';

const keyDescriptions: readonly (readonly [keys: string, meaning: string])[] = [
  ['Ctrl K', 'Command palette (⌘ K on a Mac)'],
  ['?', 'Show shortcuts'],
  ['/', 'Search'],
  ['g h', 'Home'],
  ['g p', 'Pins'],
  ['g b', 'Boards'],
  ['g i', 'Influencers'],
  ['g d', 'Today'],
  ['j  k', 'Next / previous row of lists, keywords, and watchlists, Enter to open'],
  ['Space', 'Peek at a row; j and k go on, Esc closes'],
  ['x', 'Select a row'],
  ['s', 'Watch a row, or what the page is about; save a keyword'],
  ['n', 'Note on it'],
  ['s  e  z', 'On a chart: start and end of a measure, zoom; Backspace goes back'],
  ['Shift X', 'Previous period on a chart'],
  ['←  →', 'On a chart: a day back or on, with Shift a week; in the grid: the next card'],
  ['c', 'Compare the selected rows'],
  ['[  ]', 'Previous / next page'],
  ['f', 'Add a filter'],
  ['v', 'Pins as table / grid, arrows between cards'],
  ['i', 'Compare as counts / index'],
  ['t', 'Switch theme'],
  ['Esc', 'Close'],
];

const adminKeyDescriptions: typeof keyDescriptions = [
  ['r', 'Refresh'],
  ['e', 'Export'],
  ['s', 'Scan'],
];

/** The list of keyboard shortcuts, with the switch for single keys. */
export function ShortcutHelp() {
  const { isEnabled } = useSnapshot(shortcuts);
  const descriptions = isAdminPath(location.pathname) ? [...keyDescriptions, ...adminKeyDescriptions] : keyDescriptions;
  return (
    <Dialog title="Keyboard shortcuts" className={styles.dialog} isRead onClose={closeShortcutHelp}>
      <dl className={styles.keys}>
        {descriptions.map(([keys, meaning]) => (
          <div key={meaning} className={classes('stack gap-3', styles.row)}>
            <dt>
              {keys.split(/\s+/).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="row tap gap-2">
        <input type="checkbox" checked={isEnabled} onChange={({ target }) => setShortcutsEnabled(target.checked)} /> Single-key shortcuts
      </label>
      <p>
        <a href="/accessibility">Accessibility of this site</a>
      </p>
      <Button onClick={closeShortcutHelp}>Close</Button>
    </Dialog>
  );
}
