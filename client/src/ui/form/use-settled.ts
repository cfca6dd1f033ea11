import { useEffect, useState } from 'react';

/** A text as it was when it had last stayed the same for a while; null before. */
export function useSettled(text: string, pauseMs: number): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
