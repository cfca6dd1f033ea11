import { Button, ButtonRow } from '../form/button';

/** Takes the place of a part of a screen that failed to load. */
export const LoadError = ({ onRetry }: { readonly onRetry: () => void }) => (
  <ButtonRow>
    <span className="muted">We couldn't load this.</span>
    <Button onClick={onRetry}>Try again</Button>
  </ButtonRow>
);
