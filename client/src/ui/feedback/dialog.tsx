import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes';
import { focusHeading } from '../navigation/focus';
import styles from './dialog.module.css';

/** What takes the focus when a dialog opens, in this order: a field that one types in, the control marked with `data-first`, the heading. */
const FIRST_FIELD = 'input:not([type=checkbox], [type=radio], :disabled), textarea:not(:disabled)';

interface DialogProps {
  readonly title: string;
  readonly className?: string | undefined;
  /** True: the heading takes the focus, for what is read from its beginning. */
  readonly isRead?: boolean;
  /** Also called for Esc. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog. The first field takes the focus, with its proposed text selected, and the opener gets it back afterwards; where
 * that is gone, the heading of the screen does. It is rendered outside the opener's table or bar, whose styles it would inherit.
 */
export function Dialog({ title, className, isRead = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    focusFirst(element, isRead);
    return () => {
      element?.close();
      if (document.activeElement !== document.body) return;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      else focusHeading();
    };
  }, [isRead]);
  return createPortal(
    <dialog
      ref={dialog}
      className={classes('surface ink', styles.dialog, className)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 dir="auto" id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>,
    document.body,
  );
}

function focusFirst(dialog: HTMLDialogElement | null, isRead: boolean): void {
  if (!dialog) return;
  const field = isRead ? null : dialog.querySelector<HTMLElement>(FIRST_FIELD);
  const first = field ?? (isRead ? null : dialog.querySelector<HTMLElement>('[data-first]')) ?? dialog.querySelector('h2');
  first?.focus();
  if (field instanceof HTMLInputElement) field.select();
  dialog.scrollTop = 0;
}
