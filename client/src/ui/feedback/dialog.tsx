import { type ReactNode, useEffect, useId, useRef } from 'react';
import { classes } from '../classes';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly className?: string | undefined;
  /** Also called for Esc. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. Focus goes to the control marked with `data-safe`, and back to the opener afterwards. */
export function Dialog({ title, className, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-safe]')?.focus();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, className)}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 dir="auto" id={id}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
