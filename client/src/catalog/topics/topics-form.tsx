import { type SubmitEvent, useId, useState } from 'react';
import { Button, ButtonRow } from '../../ui/form/button';
import { Field } from '../../ui/form/field';
import { chooseTopics, parseTopics } from './chosen-topics';
import message from '../../ui/form/form-message.module.css';
import stack from '../../ui/stack.module.css';

interface TopicsFormProps {
  readonly topics: string | null;
  /** Called when the topics were saved. */
  readonly onDone: () => void;
}

/** Asks what the user pins about. Without a topic, none is remembered. */
export function TopicsForm({ topics, onDone }: TopicsFormProps) {
  const [typed, setTyped] = useState(topics ?? '');
  const [reason, setReason] = useState<string | null>(null);
  const errorId = useId();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const parsed = parseTopics(typed);
    if ('reason' in parsed) return setReason(parsed.reason);
    chooseTopics(parsed.text);
    return onDone();
  };
  return (
    <form className={stack.tight} onSubmit={save} noValidate>
      <Field
        label="What do you pin about?"
        hint="Topics with commas between them, such as: recipes, home decor. Kept in this browser."
        autoComplete="off"
        autoCapitalize="none"
        value={typed}
        errorId={reason === null ? undefined : errorId}
        onChange={({ target }) => setTyped(target.value)}
      />
      {reason !== null && (
        <p id={errorId} className={message.error} role="alert">
          Topics {reason}.
        </p>
      )}
      <ButtonRow>
        <Button type="submit">Save topics</Button>
      </ButtonRow>
    </form>
  );
}
