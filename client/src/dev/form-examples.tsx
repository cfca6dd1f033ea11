import { type ReactNode, useState } from 'react';
import { ApiError, networkError } from '../api/api-error';
import { notify } from '../site/toast';
import { ConfirmButton } from '../ui/feedback/confirm-dialog';
import { Dialog } from '../ui/feedback/dialog';
import { EmptyPanel } from '../ui/feedback/empty-panel';
import { NoHits } from '../ui/filters/no-hits';
import { EmptyText } from '../ui/feedback/empty-text';
import { ErrorBoundary } from '../ui/feedback/error-boundary';
import { ErrorPanel } from '../ui/feedback/error-panel';
import { LoadError } from '../ui/feedback/load-error';
import { NewsNotice, Notice } from '../ui/feedback/notice';
import { RateLimitMessage } from '../ui/feedback/retry-countdown';
import { SidePanel } from '../ui/feedback/side-panel';
import { SkeletonBar, SkeletonPicture, SkeletonScreen } from '../ui/feedback/skeleton';
import { SkeletonBars } from '../ui/feedback/skeleton-bars';
import { Spinner } from '../ui/feedback/spinner';
import { Button, buttonClass, ButtonLink, ButtonRow, IconButton, TextButton } from '../ui/form/button';
import { Examples } from './examples';
import { Choices } from '../ui/form/choices';
import { Field } from '../ui/form/field';
import { TextForm } from '../ui/form/text-form';
import { CapturedMailLink, FormError, FormSuccess } from '../ui/form/form-message';
import { NewPasswordField, PasswordField } from '../ui/form/password-field';
import { Popover } from '../ui/form/popover';
import { ResendCode } from '../ui/form/resend-code';
import { Select } from '../ui/form/select';
import { SelectionBar } from '../ui/form/selection-bar';
import { SubmitForm } from '../ui/form/submit-form';
import { FilterChip } from '../ui/filters/filter-chip';

const ignore = () => {};
const rateLimitError = new ApiError(429, 'busy', ['Too many attempts.'], 30);
const serverError = new ApiError(500, 'unknown', ["The server couldn't respond."], null, 'req-1');

/** Notices, errors, empty and loading states, toasts, and dialogs. */
export const FeedbackExamples = () => (
  <>
    <Examples title="Notices" isColumn>
      <Notice>A notice.</Notice>
      <Notice isWarning>A warning.</Notice>
      <NewsNotice aria-label="News" onHide={() => undefined}>
        <strong>News:</strong> something is new.
      </NewsNotice>
    </Examples>
    <Examples title="Errors" isColumn>
      <ErrorPanel title="We couldn't load this list." error={networkError()} onRetry={ignore} />
      <ErrorPanel title="We couldn't load this board." error={serverError} onRetry={ignore} />
      <ErrorPanel title="We couldn't load this pin." error={rateLimitError} onRetry={ignore} />
      <LoadError onRetry={ignore} />
      <RateLimitMessage seconds={0} />
      <ErrorBoundary fallback={<EmptyText>The fallback of an error boundary.</EmptyText>}>
        <Failing />
      </ErrorBoundary>
    </Examples>
    <Examples title="Empty" isColumn>
      <EmptyPanel title="No boards yet." label="Nothing to show" testId="empty-example">
        <Button>Import data</Button>
      </EmptyPanel>
      <NoHits
        title="No boards match."
        url="/boards"
        applied={[{ name: 'collaborators', label: 'Group boards only' }]}
        testId="no-hits-example"
        countWithout={() => Promise.resolve(12)}
        onRemove={() => {}}
      />
      <EmptyText>Not enough data yet.</EmptyText>
    </Examples>
    <Examples title="Loading" isColumn>
      <Spinner busy />
      <SkeletonPicture entity="board" width={48} />
      <SkeletonPicture entity="pinner" width={48} />
      <SkeletonPicture entity="pin" width={40} />
      <SkeletonBar width={60} />
      <SkeletonBars heights={[24, 48]} />
      <SkeletonScreen />
    </Examples>
    <Examples title="Toasts and dialogs">
      <Button onClick={() => notify('Saved.', 'success')}>Show a success</Button>
      <Button onClick={() => notify("We couldn't save the file.", 'error')}>Show an error</Button>
      <Opener label="Open a dialog">
        {(close) => (
          <Dialog title="Dialog" onClose={close}>
            <Button data-first onClick={close}>
              Close
            </Button>
          </Dialog>
        )}
      </Opener>
      <Opener label="Open a side panel">
        {(close) => (
          <SidePanel id="example" title="Side panel" takesFocus findOpener={() => null} onClose={close}>
            <p>In a column beside the content, in a dialog below 1024 px.</p>
          </SidePanel>
        )}
      </Opener>
      <ConfirmButton title="Remove 14 items?" actionLabel="Remove" danger onConfirm={async () => undefined}>
        <p>You can't undo this.</p>
      </ConfirmButton>
    </Examples>
  </>
);

function Failing(): never {
  throw new Error('An example of a component that fails to render.');
}

interface OpenerProps {
  readonly label: string;
  /** Renders a dialog that calls `close`. */
  readonly children: (close: () => void) => ReactNode;
}

function Opener({ label, children }: OpenerProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      {isOpen && children(() => setIsOpen(false))}
    </>
  );
}

const validationError = new ApiError(400, 'invalid', ['Enter an email address.', 'Use at least 10 characters.']);
const kinds = ['primary', 'plain', 'quiet', 'danger'] as const;

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
      <Popover
        label="Followers"
        renderButton={(props) => <FilterChip label="Followers 1,000 or more" isSet onToggle={() => {}} edit={props} />}
      >
        <Field label="From" defaultValue="1000" />
      </Popover>
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
      <TextForm label="Text" action="Send" onSend={ignore} />
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
