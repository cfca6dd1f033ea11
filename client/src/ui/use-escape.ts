import { useEffect, useEffectEvent } from 'react';

/** Calls the action on Esc while active. */
export function useEscape(active: boolean, action: () => void): void {
  const latest = useEffectEvent(action);
  useEffect(() => {
    if (!active) return undefined;
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && latest();
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [active]);
}
