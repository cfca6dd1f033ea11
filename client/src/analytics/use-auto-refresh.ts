import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Seconds from one refresh to the next. */
const EVERY = 30;

/** While on, refreshes every 30 seconds; the count stands still while paused, under a dialog, and while nobody sees the page. Answers the seconds left. */
export function useAutoRefresh(on: boolean, paused: boolean, refresh: () => void): number {
  const [shown, setShown] = useState(EVERY);
  const left = useRef(EVERY);
  const count = (seconds: number) => {
    left.current = seconds;
    setShown(seconds);
  };
  const tick = useEffectEvent(() => {
    if (document.hidden || document.querySelector('dialog[open]')) return;
    if (left.current > 1) return count(left.current - 1);
    count(EVERY);
    refresh();
  });
  const startAnew = useEffectEvent(() => count(EVERY));
  useEffect(() => {
    if (!on) return undefined;
    return () => startAnew();
  }, [on]);
  useEffect(() => {
    if (!on || paused) return undefined;
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, [on, paused]);
  return shown;
}
