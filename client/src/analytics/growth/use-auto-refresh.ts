import { SECOND_MS } from '#domain/durations';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const REFRESH_INTERVAL_SECONDS = 30;

/** Refreshes every 30 seconds while on. The countdown stops while paused, under a dialog, and on a hidden page. Returns the seconds left. */
export function useAutoRefresh(isOn: boolean, isPaused: boolean, refresh: () => void): number {
  const [shownSeconds, setShownSeconds] = useState(REFRESH_INTERVAL_SECONDS);
  const secondsLeft = useRef(REFRESH_INTERVAL_SECONDS);
  const setSecondsLeft = (seconds: number) => {
    secondsLeft.current = seconds;
    setShownSeconds(seconds);
  };
  const tick = useEffectEvent(() => {
    if (document.hidden || document.querySelector('dialog[open]')) return;
    if (secondsLeft.current > 1) return setSecondsLeft(secondsLeft.current - 1);
    setSecondsLeft(REFRESH_INTERVAL_SECONDS);
    refresh();
  });
  const reset = useEffectEvent(() => setSecondsLeft(REFRESH_INTERVAL_SECONDS));
  useEffect(() => {
    if (!isOn) return undefined;
    return () => reset();
  }, [isOn]);
  useEffect(() => {
    if (!isOn || isPaused) return undefined;
    const timer = setInterval(() => tick(), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOn, isPaused]);
  return shownSeconds;
}
