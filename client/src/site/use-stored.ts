import { useState } from 'react';
import { readStored, store } from './storage';

/** What this browser keeps under a name, null for nothing, and a function that changes it. */
export function useStored(name: string): readonly [string | null, (text: string | null) => void] {
  const [text, setText] = useState(() => readStored(name));
  const change = (changed: string | null) => {
    setText(changed);
    store(name, changed);
  };
  return [text, change];
}
