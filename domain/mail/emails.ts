import type { Email } from '#domain/mail/email';

/** Whom a letter is for and whose letter it is; `origin` is where the site is reached, without a slash at the end. */
export interface EmailContext {
  readonly brand: string;
  readonly origin: string;
  readonly to: string;
  readonly user_id: string | null;
}

const ignoreSentence = 'If this was not you, you can ignore this letter.';

const recipientOf = ({ to, user_id }: EmailContext) => ({ to, user_id });

/** The Magic Link of a registration, or of a code asked for again. */
export const confirmationEmail = (context: EmailContext, code: string): Email => ({
  ...recipientOf(context),
  kind: 'confirm',
  subject: `Confirm your e-mail address for ${context.brand}`,
  paragraphs: [`Somebody, most likely you, signed up at ${context.brand} with this address.`, 'This Magic Link confirms it:'],
  action: { label: 'Confirm my e-mail address', url: `${context.origin}/auth/email/confirm/${code}` },
  code,
  after: ['The link and the code work once and for 24 hours.', ignoreSentence],
});

/** What the owner of a known address gets when somebody registers it again. */
export const knownAddressEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'known-address',
  subject: `You already have an account at ${context.brand}`,
  paragraphs: [
    `Somebody, most likely you, tried to sign up at ${context.brand} with this address, which has an account already.`,
    'You can sign in as usual, or choose a new password if you have forgotten yours.',
  ],
  action: { label: 'Sign in', url: `${context.origin}/auth/login` },
  after: [`Forgotten your password? ${context.origin}/auth/password/recover`, ignoreSentence],
});

export const passwordResetEmail = (context: EmailContext, code: string): Email => ({
  ...recipientOf(context),
  kind: 'reset',
  subject: `Choose a new password for ${context.brand}`,
  paragraphs: [`Somebody, most likely you, asked for a new password at ${context.brand}.`],
  action: { label: 'Choose a new password', url: `${context.origin}/auth/password/reset/${code}` },
  code,
  after: ['The link and the code work once and for 60 minutes. Your old password works until then.', ignoreSentence],
});

export const passwordChangedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'password-changed',
  subject: `Your password at ${context.brand} was changed`,
  paragraphs: ['Your password was changed, and every other place you were signed in at was signed out.'],
  action: { label: 'This was not me: choose a new password', url: `${context.origin}/auth/password/recover` },
});

/** Sent before the platform's permission for a linked account runs out, or when it was withdrawn. */
export const reconnectEmail = (context: EmailContext, username: string): Email => ({
  ...recipientOf(context),
  kind: 'reconnect',
  subject: `Reconnect @${username} at ${context.brand}`,
  paragraphs: [`Pinterest soon ends, or has ended, our permission to read your linked account @${username}.`, 'One click renews it:'],
  action: { label: 'Reconnect', url: `${context.origin}/dashboard` },
});

export const premiumStartedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'premium',
  subject: `Premium is active at ${context.brand}`,
  paragraphs: ['Thank you. Keyword search, every page, momentum scores and the whole history are yours now.'],
  action: { label: 'Search by keyword', url: `${context.origin}/boards` },
  after: [`You can cancel at any time on your dashboard: ${context.origin}/dashboard`],
});
