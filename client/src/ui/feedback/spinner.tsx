import { useEffect, useRef, useState } from 'react';

const SHOW_AFTER_MS = 150;
const MIN_VISIBLE_MS = 300;

/** Turns a busy flag into one for the eye: a short wait shows nothing, and what shows does not flicker. */
export function useSteadyBusy(busy: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  const changedAtMs = useRef(0);
  useEffect(() => {
    if (busy === isShown) return undefined;
    const delayMs = busy ? SHOW_AFTER_MS : Math.max(0, MIN_VISIBLE_MS - (Date.now() - changedAtMs.current));
    const timer = setTimeout(() => {
      changedAtMs.current = Date.now();
      setIsShown(busy);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [busy, isShown]);
  return isShown;
}

/** The turning sign of a wait; keeps its room so that nothing moves when it comes. */
export function Spinner({ busy, label = 'Loading' }: { readonly busy: boolean; readonly label?: string }) {
  const isShown = useSteadyBusy(busy);
  return (
    <span className="spinner-room">
      {isShown && (
        <span className="spinner" data-testid="spinner">
          <span className="sr-only">{label}</span>
        </span>
      )}
    </span>
  );
}
