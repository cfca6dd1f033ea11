import { useEffect, useRef } from 'react';
import { MAX_LIST_NAME_LENGTH } from '#domain/watching/watchlists';
import { api } from '../api/api';
import { focusHeading } from '../ui/navigation/focus';
import { Button } from '../ui/form/button';
import { Field } from '../ui/form/field';
import { SubmitForm } from '../ui/form/submit-form';

interface NewListFormProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onCreated: (id: string) => Promise<unknown>;
}

/** A button that becomes a form for a new list. What uses the list is to load it. */
export function NewListForm({ isOpen, onToggle, onCreated }: NewListFormProps) {
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button takes the place of the form that had the focus.
    if (isOpen || (wasOpen.current && document.activeElement === document.body))
      box.current?.querySelector<HTMLElement>('input, button')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  useEffect(
    () => () => {
      // It goes away with the last list that the plan allows.
      if (document.activeElement === document.body) focusHeading();
    },
    [],
  );
  if (!isOpen)
    return (
      <div ref={box}>
        <Button onClick={() => onToggle(true)}>New list…</Button>
      </div>
    );
  const create = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const { _id } = await api('POST /users/me/watchlists', { body: { name } });
    await onCreated(_id);
    onToggle(false);
  };
  return (
    <div ref={box}>
      <SubmitForm submitLabel="Create list" onSubmit={create}>
        {(errorId) => <Field label="Name of the list" name="name" required maxLength={MAX_LIST_NAME_LENGTH} errorId={errorId} />}
      </SubmitForm>
    </div>
  );
}
