const CONFIRMATION_CODE_KEY = 'confirmation-code';

/** Stores a confirmation code in this tab while the user signs in, so that it never appears in a URL; null removes it. */
export function storeConfirmationCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(CONFIRMATION_CODE_KEY);
    else sessionStorage.setItem(CONFIRMATION_CODE_KEY, code);
  } catch {
    // Without storage, the user enters the code again.
  }
}

/** The confirmation code stored in this tab; empty if there is none. */
export function storedConfirmationCode(): string {
  try {
    return sessionStorage.getItem(CONFIRMATION_CODE_KEY) ?? '';
  } catch {
    return '';
  }
}
