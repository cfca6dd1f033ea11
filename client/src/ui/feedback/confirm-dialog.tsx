import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '../form/button';
import { Dialog } from './dialog';
import { Form } from '../form/form';
import { FormError } from '../form/form-message';
import { type FormFields, formFields, useSubmission } from '../form/use-submission';

export interface ConfirmDialogProps {
  readonly title: string;
  /** A verb. */
  readonly actionLabel: string;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  /** False while what the action would do is not known. */
  readonly isReady?: boolean;
  /** Receives the dialog's form fields by name. The message it returns is shown as a toast; an error it throws is shown in the dialog. */
  readonly onConfirm: (fields: FormFields) => Promise<string | void>;
  /** Called after the action, too. */
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A confirmation dialog; it stays open while the action runs and after it failed. Without a field, a destructive one focuses Cancel. */
export function ConfirmDialog({
  title,
  actionLabel,
  cancelLabel = 'Cancel',
  danger = false,
  isReady = true,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const { busy, error, run } = useSubmission();
  const confirm = async (fields: FormFields) => {
    const message = await onConfirm(fields);
    onClose();
    return message;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        className="stack gap-4"
        onSubmit={(form) => {
          const fields = formFields(form);
          void run(() => confirm(fields));
        }}
      >
        <FormError error={error} />
        {children}
        <div className="cluster items-stretch to-end gap-3">
          <Button data-first={danger || undefined} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button type="submit" data-first={!danger || undefined} kind={danger ? 'danger' : 'primary'} disabled={busy || !isReady}>
            {actionLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'onClose'> {
  /** By default, the label of the action. */
  readonly label?: ReactNode;
  readonly button?: ComponentProps<typeof Button>;
  /** The dialog, where it asks for more. */
  readonly Confirm?: ComponentType<ConfirmDialogProps>;
}

/** A button whose action is confirmed in a dialog. */
export function ConfirmButton({ label, button, Confirm = ConfirmDialog, ...dialog }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {label ?? dialog.actionLabel}
      </Button>
      {isOpen && <Confirm {...dialog} onClose={() => setIsOpen(false)} />}
    </>
  );
}
