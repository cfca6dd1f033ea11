import { useEffect, useRef, useState } from 'react';

const APPEARS_AFTER = 150;
const STAYS_AT_LEAST = 300;

/** Turns a busy flag into one for the eye: a short wait shows nothing, and what shows does not flicker. */
export function useSteady(busy: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (busy === shown) return undefined;
    const wait = busy ? APPEARS_AFTER : Math.max(0, STAYS_AT_LEAST - (Date.now() - since.current));
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(busy);
    }, wait);
    return () => clearTimeout(timer);
  }, [busy, shown]);
  return shown;
}

/** The turning sign of a wait; keeps its room so that nothing moves when it comes. */
export function Spinner({ busy, label = 'Loading' }: { readonly busy: boolean; readonly label?: string }) {
  const shown = useSteady(busy);
  return (
    <span className="spinner-room">
      {shown && (
        <span className="spinner" data-testid="spinner">
          <span className="sr-only">{label}</span>
        </span>
      )}
    </span>
  );
}
