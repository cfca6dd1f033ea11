import { useEffect, useEffectEvent } from 'react';

/** While active, Esc does this. */
export function useEscape(active: boolean, action: () => void): void {
  const latest = useEffectEvent(action);
  useEffect(() => {
    if (!active) return undefined;
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && latest();
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [active]);
}
