import { useState } from 'react';

/** `localStorage` keeps a value in this browser, `sessionStorage` in this tab. */
type StorageName = 'localStorage' | 'sessionStorage';

/** Reads a stored value; null if it is missing or storage is blocked. */
export function readStored(name: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return window[storage].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it with null. */
export function store(name: string, text: string | null, storage: StorageName = 'localStorage'): void {
  try {
    if (text === null) window[storage].removeItem(name);
    else window[storage].setItem(name, text);
  } catch {
    // Storage may be blocked; the value then lasts until the page is left.
  }
}

/** What this browser keeps under a name, null for nothing, and a function that changes it. */
export function useStored(name: string): readonly [string | null, (text: string | null) => void] {
  const [text, setText] = useState(() => readStored(name));
  const change = (changed: string | null) => {
    setText(changed);
    store(name, changed);
  };
  return [text, change];
}

/** The path to return to after an emailed link was opened, which cannot carry it. */
export const RETURN_PATH_KEY = 'return-path';
