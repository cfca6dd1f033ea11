import { classes } from '../classes';
import { type ComponentPropsWithRef, type ReactNode, type RefObject, Suspense, useLayoutEffect, useId, useRef, useState } from 'react';
import { useEscape } from '../use-window-event';
import styles from './popover.module.css';

/** What the button of a popover gets. */
export type PopoverButtonProps = Pick<
  ComponentPropsWithRef<'button'>,
  'ref' | 'onClick' | 'aria-expanded' | 'aria-controls' | 'aria-haspopup'
>;

/** The space that stays between what opens and the right edge of the window. */
const MIN_MARGIN_PX = 16;

interface PopoverProps {
  /** The name of what opens; when it changes, so does what is open, and the focus goes to its first control. */
  readonly label: string;
  /** Where others open or close it, too; by default, its button alone does. */
  readonly isOpen?: boolean;
  readonly onToggle?: (isOpen: boolean) => void;
  readonly renderButton: (props: PopoverButtonProps) => ReactNode;
  readonly children: ReactNode;
}

/** Controls beside a button that opens them. The focus goes to the first one; Esc, and leaving them, closes. */
export function Popover({ label, renderButton, children, ...state }: PopoverProps) {
  const [ownIsOpen, setOwnIsOpen] = useState(false);
  const { isOpen = ownIsOpen, onToggle = setOwnIsOpen } = state;
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, () => {
    opener.current?.focus();
    onToggle(false);
  });
  return (
    <div
      className={classes('relative', styles.popover)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isOpen && !currentTarget.contains(relatedTarget)) onToggle(false);
      }}
    >
      {renderButton({
        ref: opener,
        'aria-expanded': isOpen,
        'aria-controls': id,
        'aria-haspopup': 'dialog',
        onClick: () => onToggle(!isOpen),
      })}
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          // Around the panel, whose focus needs its controls. One for each panel: within the same one, the panel before would be hidden while
          // its control has the focus, which closes the popover.
          <Suspense key={label} fallback={null}>
            <Panel label={label} opener={opener}>
              {children}
            </Panel>
          </Suspense>
        )}
      </div>
    </div>
  );
}

interface PanelProps {
  readonly label: string;
  readonly opener: RefObject<HTMLButtonElement | null>;
  readonly children: ReactNode;
}

/** Moves a panel to the left until it ends within the window. */
function moveIntoWindow(panel: HTMLElement): void {
  panel.style.translate = '';
  const { right } = panel.getBoundingClientRect();
  panel.style.translate = `${Math.min(0, document.documentElement.clientWidth - MIN_MARGIN_PX - right)}px 0`;
}

function Panel({ label, opener, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const button = opener.current;
    const element = panel.current;
    if (!element) return undefined;
    // Again whenever what it holds has loaded and is wider.
    const watch = new ResizeObserver(() => moveIntoWindow(element));
    watch.observe(element);
    moveIntoWindow(element);
    (element.querySelector<HTMLElement>('input, button, a') ?? element).focus();
    return () => {
      watch.disconnect();
      // What has the focus goes away.
      if (element.contains(document.activeElement)) button?.focus();
    };
  }, [opener]);
  return (
    // The dialog element brings a position and colors of its own. Focusable by script, so that a click between the controls does not close it.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div ref={panel} className={classes('floating', styles.panel)} role="dialog" aria-label={label} tabIndex={-1}>
      {children}
    </div>
  );
}
