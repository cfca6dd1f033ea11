/** What this browser remembered under a name, or null; also null where storage is forbidden. */
export function readPreference(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Remembers a text in this browser, or forgets it with null; without storage it is simply not remembered. */
export function savePreference(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}
