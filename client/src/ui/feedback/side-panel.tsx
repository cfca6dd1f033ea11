import { classes } from '../classes';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { lastNavigationKind } from '../../site/navigation';
import { Button, IconButton } from '../form/button';
import { Icon } from '../icon';
import { useEscape } from '../use-window-event';
import { useIsCompact } from '../use-media';
import { Dialog } from './dialog';
import styles from './side-panel.module.css';

interface SidePanelProps {
  /** What the panel shows; another one moves the focus to its title. */
  readonly id: string;
  readonly title: string;
  /** Whether the focus moves to the title when the panel opens; by default, unless the page opened with it. */
  readonly takesFocus?: boolean;
  /** What gets the focus when the panel closes while the focus is in it; by default, what has the panel's `openerId`. */
  readonly findOpener?: (id: string) => HTMLElement | null;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Also called for Esc. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The id of the button that opens a panel. */
export const openerId = (id: string): string => `opens-${id}`;

const openerOf = (id: string): HTMLElement | null => document.getElementById(openerId(id));

/** Details beside a table: in a column, below 1024 px in a dialog, and on phones in one at the bottom. */
export function SidePanel(props: SidePanelProps) {
  const isCompact = useIsCompact();
  if (!isCompact) return <PanelColumn {...props} />;
  const { title, actions, onClose, children } = props;
  return (
    <Dialog title={title} className={styles.sheet} isRead onClose={onClose}>
      <div className="stack at-top mt-3 gap-4" data-testid="side-panel">
        <Button kind="quiet" className={styles.close} onClick={onClose}>
          <Icon name="close" /> Close
        </Button>
        {actions}
        {children}
      </div>
    </Dialog>
  );
}

function PanelColumn({
  id,
  title,
  takesFocus = lastNavigationKind() !== 'load',
  findOpener = openerOf,
  actions,
  onClose,
  children,
}: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const latest = useRef({ takesFocus, findOpener });
  const headingId = useId();
  // A dialog over it closes first.
  useEscape(true, () => document.querySelector('dialog[open]') ?? onClose());
  useLayoutEffect(() => {
    const element = panel.current;
    const { takesFocus: movesFocus, findOpener: find } = latest.current;
    if (movesFocus) heading.current?.focus();
    return () => {
      if (element?.contains(document.activeElement)) find(id)?.focus();
    };
  }, [id]);
  return (
    <aside ref={panel} className={classes('stack at-top gap-4', styles.column)} aria-labelledby={headingId} data-testid="side-panel">
      <div className={classes('row items-start anywhere gap-1', styles.head)}>
        <h2 dir="auto" id={headingId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {actions}
        <IconButton icon="close" aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}
