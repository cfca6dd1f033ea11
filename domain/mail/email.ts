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
  | 'campaign';

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
  /** A code to enter when the link cannot be used. */
  readonly code?: string;
  /** Sentences after the button. */
  readonly after?: readonly string[];
  /** Marketing emails only: the page that unsubscribes, and the URL for one-click unsubscribe (RFC 8058). */
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string };
}
