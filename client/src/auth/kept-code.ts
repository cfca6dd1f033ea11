const KEPT = 'confirmation-code';

/** Keeps a confirmation code while one signs in first: in this tab alone, and never in an address. Null forgets it. */
export function keepCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, code);
  } catch {
    // Without storage the code is typed again from the letter.
  }
}

/** The code kept in this tab; empty for none. */
export function keptCode(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}
