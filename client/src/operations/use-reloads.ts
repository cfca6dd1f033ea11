import { useEffect, useEffectEvent } from 'react';
import { SECOND_MS } from '#domain/durations';

/** As often as servers say that they run. */
const RELOAD_INTERVAL_MS = 10 * SECOND_MS;

/** Reloads again and again, except on a hidden page. */
export function useReloads(reload: () => void): void {
  const tick = useEffectEvent(() => {
    if (!document.hidden) reload();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), RELOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
}
