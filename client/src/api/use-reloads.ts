import { useEffect, useEffectEvent } from 'react';
import { SECOND_MS } from '#domain/durations';

/** As often as servers say that they run. */
const RELOAD_INTERVAL_MS = 10 * SECOND_MS;

/** Reloads again and again while `isOn`, except on a hidden page. */
export function useReloads(reload: () => void, isOn = true, intervalMs = RELOAD_INTERVAL_MS): void {
  const tick = useEffectEvent(() => {
    if (!document.hidden) reload();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(() => tick(), intervalMs);
    return () => clearInterval(timer);
  }, [isOn, intervalMs]);
}
