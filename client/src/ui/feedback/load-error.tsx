import { Button } from '../form/button';

/** A part that could not be loaded says so in its place, without an alarm. */
export function LoadError({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <p className="load-fault">
      Could not load. <Button onClick={onRetry}>Try again</Button>
    </p>
  );
}
