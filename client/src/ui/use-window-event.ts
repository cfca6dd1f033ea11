import { useEffect, useEffectEvent } from 'react';

/** Listens to an event of the window while the component is mounted; in the capture phase before those below. */
export function useWindowEvent<K extends keyof WindowEventMap>(
  type: K,
  listener: (event: WindowEventMap[K]) => void,
  { capture = false } = {},
): void {
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const listen = (event: WindowEventMap[K]) => latest(event);
    addEventListener(type, listen, { capture });
    return () => removeEventListener(type, listen, { capture });
  }, [type, capture]);
}

/** Calls the action on Esc while active. */
export const useEscape = (active: boolean, action: () => void): void =>
  useWindowEvent('keydown', ({ key }) => active && key === 'Escape' && action());
