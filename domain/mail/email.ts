/** Why a letter is written; the outbox counts and the letters' look depend on it. */
export type EmailKind = 'confirm' | 'known-address' | 'reset' | 'password-changed' | 'reconnect' | 'premium' | 'campaign';

/** A letter before it has a look: rendered as HTML and as text when it leaves. */
export interface Email {
  readonly kind: EmailKind;
  readonly to: string;
  /** The account it belongs to; its letters go when the account goes. */
  readonly user_id: string | null;
  readonly subject: string;
  /** Sentences of the body, a paragraph each; plain text, never markup. */
  readonly paragraphs: readonly string[];
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string };
  /** A code to type where the link cannot be used. */
  readonly code?: string;
  /** Sentences after the action. */
  readonly after?: readonly string[];
  /** For marketing letters alone: where the reader ends them, by a page and by one click of the mail program. */
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string };
}
