import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { Button, ButtonRow, ButtonLink, buttonClass, IconButton, TextButton } from '../ui/form/button';
import { Choices } from '../ui/form/choices';
import { Field } from '../ui/form/field';
import { CapturedMailLink, FormError, FormSuccess } from '../ui/form/form-message';
import { NewPasswordField, PasswordField } from '../ui/form/password-field';
import { Popover } from '../ui/form/popover';
import { ResendCode } from '../ui/form/resend-code';
import { Select } from '../ui/form/select';
import { SelectionBar } from '../ui/form/selection-bar';
import { SubmitForm } from '../ui/form/submit-form';
import { FilterChip } from '../ui/filters/filter-chip';
import { Examples } from './examples';

const validationError = new ApiError(400, 'invalid', ['Enter an email address.', 'Use at least 10 characters.']);
const kinds = ['primary', 'plain', 'quiet', 'danger'] as const;

function PopoverExample() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Followers"
      isOpen={isOpen}
      onToggle={setIsOpen}
      renderButton={(props) => <FilterChip label="Followers 1,000 or more" isSet onToggle={() => {}} edit={props} />}
    >
      <Field label="From" defaultValue="1000" />
    </Popover>
  );
}

function ChoicesExample() {
  const [scale, setScale] = useState<'count' | 'index'>('count');
  const options = [
    { value: 'count', name: 'Count' },
    { value: 'index', name: 'Index' },
  ] as const;
  return <Choices label="Scale" options={options} value={scale} onChoose={setScale} />;
}

const failAfterASecond = async () => {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  throw validationError;
};

/** Buttons, fields, and forms. */
export const FormExamples = () => (
  <>
    <Examples title="Choices">
      <ChoicesExample />
    </Examples>
    <Examples title="Selected rows" isColumn>
      <SelectionBar count={2} onClear={() => {}}>
        <Button>Copy</Button>
      </SelectionBar>
    </Examples>
    <Examples title="Filter chips">
      <FilterChip label="Group boards only" isSet onToggle={() => {}} />
      <FilterChip label="Group boards only" isSet={false} onToggle={() => {}} />
      <PopoverExample />
    </Examples>
    <Examples title="Buttons">
      {kinds.map((kind) => (
        <Button key={kind} kind={kind}>
          {kind}
        </Button>
      ))}
      <Button disabled>disabled</Button>
      <ButtonLink href="/dev/ui">link</ButtonLink>
      <a href="/dev/ui" className={buttonClass('primary')}>
        primary link
      </a>
      <TextButton>text button</TextButton>
      <IconButton icon="close" aria-label="Close" />
      <ButtonRow>
        <Button>one</Button>
        <Button>of a row</Button>
      </ButtonRow>
    </Examples>
    <Examples title="Fields" isColumn>
      <Field label="Email" type="email" placeholder="you@example.com" hint="We never share it." />
      <Field label="Disabled field" disabled value="Premium only" readOnly />
      <Field label="Field with an error" errorId="field-error" defaultValue="wrong" />
      <p id="field-error">The error of the field.</p>
      <PasswordField label="Password" name="password" autoComplete="off" />
      <NewPasswordField label="New password" errorId={undefined} />
      <Select label="Sort" value="desc" options={[{ name: 'Highest First', value: 'desc' }]} onChange={() => {}} />
    </Examples>
    <Examples title="Form messages" isColumn>
      <FormError error={validationError} />
      <FormSuccess message="Your email address is confirmed." />
      <CapturedMailLink />
      <ResendCode />
    </Examples>
    <Examples title="Form that fails" isColumn>
      <SubmitForm submitLabel="Send" onSubmit={failAfterASecond}>
        {(errorId) => <Field label="Name" name="name" errorId={errorId} />}
      </SubmitForm>
    </Examples>
  </>
);
