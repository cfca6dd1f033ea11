import type { ReactNode } from 'react';
import { Button } from '../form/button';
import { Dialog } from './dialog';
import { FormError } from '../form/form-message';
import { type FormFields, formFields, useSubmission } from '../form/use-submission';

interface ConfirmDialogProps {
  readonly title: string;
  /** A verb. */
  readonly actionLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Receives the dialog's form fields by name; an error it throws is shown in the dialog. */
  readonly onConfirm: (fields: FormFields) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A confirmation dialog; it stays open while the action runs and after it failed. Without a field, a destructive one focuses Cancel. */
export function ConfirmDialog({
  title,
  actionLabel,
  cancelLabel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { busy, error, run } = useSubmission();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = formFields(event.currentTarget);
          void run(() => onConfirm(fields));
        }}
      >
        <FormError error={error} />
        {children}
        <div className="cluster items-stretch to-end gap-3">
          <Button data-first={danger || undefined} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" data-first={!danger || undefined} kind={danger ? 'danger' : 'primary'} disabled={busy}>
            {actionLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
