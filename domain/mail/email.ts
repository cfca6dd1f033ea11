/** The purpose of an email. */
export type EmailKind =
  | 'confirm'
  | 'known-address'
  | 'reset'
  | 'password-changed'
  | 'sign-in-locked'
  | 'reconnect'
  | 'premium'
  | 'duplicate-subscription'
  | 'alarm'
  | 'campaign';

/** Stands for the code in the link of an email in the outbox. */
export const CODE_PLACEHOLDER = '{code}';

/** Returns the email with its code in place, for the recipient alone. */
export function withUnsealedCode(email: Email, unseal: (sealed: string) => string): Email {
  if (email.code === undefined) return email;
  const code = unseal(email.code);
  const { action } = email;
  return { ...email, code, ...(action ? { action: { ...action, url: action.url.replace(CODE_PLACEHOLDER, code) } } : {}) };
}

/** The content of an email. It is rendered as HTML and plain text when it is delivered. */
export interface Email {
  readonly kind: EmailKind;
  readonly to: string;
  /** The account it belongs to; deleting the account deletes its emails. */
  readonly user_id: string | null;
  readonly subject: string;
  /** The paragraphs of the body: plain text, never markup. */
  readonly paragraphs: readonly string[];
  /** The main button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** A code to enter when the link cannot be used. In the outbox it is sealed, and `CODE_PLACEHOLDER` stands for it in the link. */
  readonly code?: string;
  /** Sentences after the button. */
  readonly after?: readonly string[];
  /** Marketing emails only: the page that unsubscribes, and the URL for one-click unsubscribe (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string };
}
