/** Reads a value from local storage; null if it is missing or storage is blocked. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Writes a value to local storage, or removes it with null. */
export function savePreference(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Storage may be blocked; the choice then lasts until the page is left.
  }
}
