import { type ReactNode, useId } from 'react';
import { notify } from '../../site/toast';
import { Button } from '../form/button';
import { Dialog } from './dialog';
import { FormError } from '../form/form-error';
import { formFields, useSubmission } from '../form/use-submission';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the button does, as a verb. */
  readonly actionLabel: string;
  /** The button that leaves everything as it is. */
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** Gets the dialog's own fields by their names; what it throws is shown in the dialog. */
  readonly onConfirm: (fields: Readonly<Record<string, string>>) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before something is done; stays open while it is being done and when it failed. */
export function ConfirmDialog({
  title,
  actionLabel,
  cancelLabel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { busy, error, run } = useSubmission(({ message }) => notify(message, 'error'));
  const errorId = useId();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const fields = formFields(event.currentTarget);
          void run(() => onConfirm(fields));
        }}
      >
        <FormError id={errorId} error={error} />
        {children}
        <div className="form__actions">
          <Button data-safe onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} disabled={busy}>
            {actionLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
