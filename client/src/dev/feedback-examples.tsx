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
import { Spinner } from '../ui/feedback/spinner';
import { Button } from '../ui/form/button';
import { Examples } from './examples';

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
