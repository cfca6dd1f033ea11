import { useEffect, useRef, useState } from 'react';
import styles from './spinner.module.css';

const SHOW_AFTER_MS = 150;
const MIN_VISIBLE_MS = 300;

/** Debounces a busy flag for display: short waits show nothing, and the spinner does not flicker. */
function useSteadyBusy(busy: boolean): boolean {
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

/** A spinner that appears after a short wait. */
export function Spinner({ busy, label = 'Loading' }: { readonly busy: boolean; readonly label?: string }) {
  const isShown = useSteadyBusy(busy);
  return (
    <span className={styles.space}>
      {isShown && (
        <span className={styles.spinner} data-testid="spinner">
          <span className="sr-only">{label}</span>
        </span>
      )}
    </span>
  );
}
