/** The purpose of an email. */
export type EmailKind =
  | 'confirm'
  | 'known-address'
  | 'reset'
  | 'password-changed'
  | 'sign-in-locked'
  | 'second-factor'
  | 'sign-in-link'
  | 'reconnect'
  | 'premium'
  | 'duplicate-subscription'
  | 'subscription-without-account'
  | 'subscription-without-premium'
  | 'alarm'
  | 'campaign'
  | 'weekly'
  | 'alerts';

/** Stands for the code in the link of an email in the outbox. */
export const CODE_PLACEHOLDER = '{code}';

/** Returns the email with its code in place, for the recipient alone. */
export function withUnsealedCode(email: Email, unseal: (sealed: string) => string): Email {
  if (email.code === undefined) return email;
  const code = unseal(email.code);
  const { action } = email;
  return { ...email, code, ...(action ? { action: { ...action, url: action.url.replace(CODE_PLACEHOLDER, code) } } : {}) };
}

/** A row of the table in an email: an entity with its figures. */
export interface EmailTableRow {
  readonly title: string;
  readonly url: string;
  /** The address of its picture. */
  readonly image: string | null;
  /** `3,231 followers`, or a sentence. */
  readonly value: string;
  /** `+4.1%`; empty where the value says it all. */
  readonly change: string;
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
  /** A table after the paragraphs. */
  readonly rows?: readonly EmailTableRow[];
  /** The main button. */
  readonly action?: { readonly label: string; readonly url: string };
  /** A code to enter when the link cannot be used. In the outbox it is sealed, and `CODE_PLACEHOLDER` stands for it in the link. */
  readonly code?: string;
  /** Sentences after the button. */
  readonly after?: readonly string[];
  /**
   * Marketing and optional emails only: the page that unsubscribes, the URL for one-click unsubscribe (RFC 8058), and why the email is
   * sent, if not for having an account.
   */
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string; readonly reason?: string };
}

/** Why the recipient gets a marketing or optional email. */
export const unsubscribeReason = ({ unsubscribe }: Email, brand: string): string => unsubscribe?.reason ?? `you have a ${brand} account`;

/** Masks an address except for its first character and its host: `m***@site.com`. */
export function maskEmail(email: string): string {
  const first = email.codePointAt(0);
  return `${first === undefined ? '' : String.fromCodePoint(first)}***${email.slice(email.lastIndexOf('@'))}`;
}
