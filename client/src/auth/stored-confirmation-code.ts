const CONFIRMATION_CODE_KEY = 'confirmation-code';

/** Keeps a confirmation code while one signs in first: in this tab alone, and never in an address. Null forgets it. */
export function storeConfirmationCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(CONFIRMATION_CODE_KEY);
    else sessionStorage.setItem(CONFIRMATION_CODE_KEY, code);
  } catch {
    // Without storage the code is typed again from the letter.
  }
}

/** The code kept in this tab; empty for none. */
export function storedConfirmationCode(): string {
  try {
    return sessionStorage.getItem(CONFIRMATION_CODE_KEY) ?? '';
  } catch {
    return '';
  }
}
