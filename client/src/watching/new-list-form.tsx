import { useEffect, useRef } from 'react';
import { MAX_LIST_NAME_LENGTH } from '#domain/watching/watchlists';
import { api } from '../api/api';
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
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen]);
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => onToggle(true)}>New list…</Button>
      </div>
    );
  const create = async ({ name = '' }: Readonly<Record<string, string>>) => {
    const { _id } = await api('POST /users/me/watchlists', { body: { name } });
    await onCreated(_id);
    onToggle(false);
  };
  return (
    <div ref={form}>
      <SubmitForm submitLabel="Create list" onSubmit={create}>
        {(errorId) => <Field label="Name of the list" name="name" required maxLength={MAX_LIST_NAME_LENGTH} errorId={errorId} />}
      </SubmitForm>
    </div>
  );
}
