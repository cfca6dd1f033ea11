import type { Letter } from '#domain/mail/letter';

/** Whom a letter is for and whose letter it is; `origin` is where the site is reached, without a slash at the end. */
export interface Correspondence {
  readonly brand: string;
  readonly origin: string;
  readonly to: string;
  readonly user_id: string | null;
}

const ignore = 'If this was not you, you can ignore this letter.';

const addressed = ({ to, user_id }: Correspondence) => ({ to, user_id });

/** The Magic Link of a registration, or of a code asked for again. */
export const confirmationLetter = (about: Correspondence, code: string): Letter => ({
  ...addressed(about),
  kind: 'confirm',
  subject: `Confirm your e-mail address for ${about.brand}`,
  paragraphs: [`Somebody, most likely you, signed up at ${about.brand} with this address.`, 'This Magic Link confirms it:'],
  action: { label: 'Confirm my e-mail address', url: `${about.origin}/auth/email/confirm/${code}` },
  code,
  after: ['The link and the code work once and for 24 hours.', ignore],
});

/** What the owner of a known address gets when somebody registers it again. */
export const knownAddressLetter = (about: Correspondence): Letter => ({
  ...addressed(about),
  kind: 'known-address',
  subject: `You already have an account at ${about.brand}`,
  paragraphs: [
    `Somebody, most likely you, tried to sign up at ${about.brand} with this address, which has an account already.`,
    'You can sign in as usual, or choose a new password if you have forgotten yours.',
  ],
  action: { label: 'Sign in', url: `${about.origin}/auth/login` },
  after: [`Forgotten your password? ${about.origin}/auth/password/recover`, ignore],
});

export const resetLetter = (about: Correspondence, code: string): Letter => ({
  ...addressed(about),
  kind: 'reset',
  subject: `Choose a new password for ${about.brand}`,
  paragraphs: [`Somebody, most likely you, asked for a new password at ${about.brand}.`],
  action: { label: 'Choose a new password', url: `${about.origin}/auth/password/reset/${code}` },
  code,
  after: ['The link and the code work once and for 60 minutes. Your old password works until then.', ignore],
});

export const passwordChangedLetter = (about: Correspondence): Letter => ({
  ...addressed(about),
  kind: 'password-changed',
  subject: `Your password at ${about.brand} was changed`,
  paragraphs: ['Your password was changed, and every other place you were signed in at was signed out.'],
  action: { label: 'This was not me: choose a new password', url: `${about.origin}/auth/password/recover` },
});

/** Sent before the platform's permission for a linked account runs out, or when it was withdrawn. */
export const reconnectLetter = (about: Correspondence, username: string): Letter => ({
  ...addressed(about),
  kind: 'reconnect',
  subject: `Reconnect @${username} at ${about.brand}`,
  paragraphs: [`Pinterest soon ends, or has ended, our permission to read your linked account @${username}.`, 'One click renews it:'],
  action: { label: 'Reconnect', url: `${about.origin}/dashboard` },
});

export const premiumStartedLetter = (about: Correspondence): Letter => ({
  ...addressed(about),
  kind: 'premium',
  subject: `Premium is active at ${about.brand}`,
  paragraphs: ['Thank you. Keyword search, every page, momentum scores and the whole history are yours now.'],
  action: { label: 'Search by keyword', url: `${about.origin}/boards` },
  after: [`You can cancel at any time on your dashboard: ${about.origin}/dashboard`],
});
