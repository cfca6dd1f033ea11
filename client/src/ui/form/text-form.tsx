import type { ComponentProps } from 'react';
import { Button } from './button';
import { Field } from './field';
import { Form } from './form';
import { useDraft } from './use-draft';

interface TextFormProps extends Pick<ComponentProps<typeof Field>, 'label' | 'type' | 'name' | 'maxLength' | 'className'> {
  /** The name of the button. */
  readonly action: string;
  readonly kind?: ComponentProps<typeof Button>['kind'];
  /** What the field has at first, and whenever that changes. */
  readonly initialText?: string;
  /** True: the field is empty again once its text was sent. */
  readonly isEmptied?: boolean;
  /** Gets the text without space around it. */
  readonly onSend: (text: string) => void;
  readonly fieldClass?: string | undefined;
}

/** One text and the button that sends it. */
export function TextForm({
  action,
  kind = 'primary',
  initialText = '',
  isEmptied = false,
  onSend,
  className = 'cluster items-end gap-2',
  fieldClass,
  ...field
}: TextFormProps) {
  const [text, setText] = useDraft(initialText, initialText);
  const send = () => {
    onSend(text.trim());
    if (isEmptied) setText('');
  };
  return (
    <Form className={className} onSubmit={send}>
      <Field
        {...field}
        className={fieldClass}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" kind={kind}>
        {action}
      </Button>
    </Form>
  );
}
