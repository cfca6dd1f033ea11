import { type Day, shortDay } from '#domain/days';
import type { Campaign } from '#domain/mail/campaign';
import { CODE_PLACEHOLDER, type Email } from '#domain/mail/email';
import type { Alarm, EmailedAlarmKind } from '#domain/operations/alarms';
import type { Subscription } from '#domain/subscriptions/subscription';

/** The sender and recipient of an email. `origin` is the site's URL without a trailing slash. */
export interface EmailContext {
  readonly brand: string;
  readonly origin: string;
  readonly to: string;
  readonly user_id: string | null;
  /** The recipient's, if it is known. */
  readonly locale?: string | undefined;
}

const ignoreSentence = "If this wasn't you, ignore this email.";

const recipientOf = ({ to, user_id }: EmailContext) => ({ to, user_id });

/** The Magic Link of a registration, also sent when a user requests a new code. */
export const confirmationEmail = (context: EmailContext, sealedCode: string): Email => ({
  ...recipientOf(context),
  kind: 'confirm',
  subject: `Confirm your email address for ${context.brand}`,
  paragraphs: [`Thanks for signing up for ${context.brand}. Please confirm your email address.`, 'Your Magic Link:'],
  action: { label: 'Confirm my email address', url: `${context.origin}/auth/email/confirm/${CODE_PLACEHOLDER}` },
  code: sealedCode,
  after: ['The link and code work once and expire in 24 hours.', ignoreSentence],
});

/** Sent to the owner of a known address when it is registered again. */
export const knownAddressEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'known-address',
  subject: `You already have a ${context.brand} account`,
  paragraphs: [
    `Someone tried to sign up for ${context.brand} with this address, but you already have an account.`,
    'You can sign in as usual, or reset your password if you forgot it.',
  ],
  action: { label: 'Sign in', url: `${context.origin}/auth/login` },
  after: [`Forgot your password? ${context.origin}/auth/password/recover`, ignoreSentence],
});

export const passwordResetEmail = (context: EmailContext, sealedCode: string): Email => ({
  ...recipientOf(context),
  kind: 'reset',
  subject: `Reset your ${context.brand} password`,
  paragraphs: [`We got a request to reset your ${context.brand} password.`],
  action: { label: 'Choose a new password', url: `${context.origin}/auth/password/reset/${CODE_PLACEHOLDER}` },
  code: sealedCode,
  after: [
    'The link and code work once and expire in 60 minutes. Until you choose a new one, your old password still works.',
    ignoreSentence,
  ],
});

const notMeAction = (context: EmailContext) => ({
  label: "This wasn't me: reset my password",
  url: `${context.origin}/auth/password/recover`,
});

export const passwordChangedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'password-changed',
  subject: `Your ${context.brand} password was changed`,
  paragraphs: ['Your password was changed, and all your other sessions were signed out.'],
  action: notMeAction(context),
});

export const secondFactorAddedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'second-factor',
  subject: `A second factor was added to your ${context.brand} account`,
  paragraphs: [
    'From now on, signing in asks for a code of your authenticator app after the password. All your other sessions were signed out.',
  ],
  action: notMeAction(context),
  after: ['Keep your recovery codes where you find them without your phone.'],
});

export const secondFactorRemovedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'second-factor',
  subject: `The second factor of your ${context.brand} account was removed`,
  paragraphs: ['Signing in no longer asks for a code of your authenticator app.'],
  action: notMeAction(context),
});

export const passkeyAddedEmail = (context: EmailContext, name: string): Email => ({
  ...recipientOf(context),
  kind: 'second-factor',
  subject: `The passkey “${name}” was added to your ${context.brand} account`,
  paragraphs: ['From now on, it signs in without your password, and your password alone no longer does.'],
  action: notMeAction(context),
  after: [`You can remove it on your account page: ${context.origin}/account`],
});

export const passkeyRemovedEmail = (context: EmailContext, name: string): Email => ({
  ...recipientOf(context),
  kind: 'second-factor',
  subject: `The passkey “${name}” was removed from your ${context.brand} account`,
  paragraphs: ['It no longer signs in.'],
  action: notMeAction(context),
});

export const signInLinkedEmail = (context: EmailContext, issuer: string): Email => ({
  ...recipientOf(context),
  kind: 'sign-in-link',
  subject: `Single sign-on was linked to your ${context.brand} account`,
  paragraphs: [`From now on, an account at ${issuer.replace(/^https?:\/\//, '')} also signs in to yours.`],
  action: notMeAction(context),
  after: [`You can remove it on your account page: ${context.origin}/account`],
});

export const signInUnlinkedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'sign-in-link',
  subject: `Single sign-on was removed from your ${context.brand} account`,
  paragraphs: ['It no longer signs in to your account.'],
  action: notMeAction(context),
});

/** Sent once when too many wrong passwords lock strangers out. */
export const signInLockedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'sign-in-locked',
  subject: `Someone is guessing your ${context.brand} password`,
  paragraphs: [
    `There were 100 wrong passwords in a row for your ${context.brand} account, so we locked sign-in from new places.`,
    "You can still sign in from places where you've signed in before. From anywhere else, reset your password first.",
  ],
  action: { label: 'Reset my password', url: `${context.origin}/auth/password/recover` },
  after: ['If your password is long and used nowhere else, you need to do nothing.'],
});

/** Sent before the platform's permission for a linked account ends, with its last day, or after it has ended. */
export const reconnectEmail = (context: EmailContext, username: string, lastDay: Day | null): Email => ({
  ...recipientOf(context),
  kind: 'reconnect',
  subject: `Reconnect @${username} to ${context.brand}`,
  paragraphs: [
    lastDay === null
      ? `Our access to your Pinterest account @${username} has ended. Reconnect it with one click:`
      : `Our access to your Pinterest account @${username} ends on ${shortDay(lastDay, lastDay, context.locale)} because we couldn't renew it. Reconnect it with one click:`,
  ],
  action: { label: 'Reconnect', url: `${context.origin}/dashboard` },
});

export const premiumStartedEmail = (context: EmailContext): Email => ({
  ...recipientOf(context),
  kind: 'premium',
  subject: `Your ${context.brand} Premium is active`,
  paragraphs: ['Thank you! You now have keyword search, all results, momentum scores and full history.'],
  action: { label: 'Search by keyword', url: `${context.origin}/boards` },
  after: [`You can cancel anytime on your dashboard: ${context.origin}/dashboard`],
});

/** Sent to the operator when a user has bought Premium a second time. Names the subscription, not the user. */
export const duplicateSubscriptionEmail = (context: EmailContext, { provider, id, customer_id }: Subscription): Email => ({
  ...recipientOf(context),
  kind: 'duplicate-subscription',
  subject: `A second ${context.brand} subscription was canceled`,
  paragraphs: [
    `A user has bought Premium twice. We cancel one automatically: subscription ${id} of customer ${customer_id ?? 'unknown'} at ${provider}.`,
    "It is not charged again. What was paid for it was not refunded: decide about a refund on the provider's dashboard.",
  ],
});

/** Sent to the operator when someone paid in a checkout that was still open after they had deleted their account. */
export const subscriptionWithoutAccountEmail = (context: EmailContext, { provider, id, customer_id }: Subscription): Email => ({
  ...recipientOf(context),
  kind: 'subscription-without-account',
  subject: `A ${context.brand} subscription has no account`,
  paragraphs: [
    `Someone deleted their account and then paid in a checkout that was still open: subscription ${id} of customer ${customer_id ?? 'unknown'} at ${provider}.`,
    "It gives Premium to no one, but it renews. Cancel it, and refund its payment, on the provider's dashboard.",
  ],
});

/** Sent to the operator when someone bought with our checkout what does not give Premium. */
export const subscriptionWithoutPremiumEmail = (context: EmailContext, { provider, id, customer_id }: Subscription): Email => ({
  ...recipientOf(context),
  kind: 'subscription-without-premium',
  subject: `A ${context.brand} subscription gives no Premium`,
  paragraphs: [
    `Someone bought subscription ${id} of customer ${customer_id ?? 'unknown'} at ${provider}. Its price is not the one of the settings, or it has a discount, so it does not give Premium.`,
    "It renews all the same. Change its price, or cancel it and refund its payment, on the provider's dashboard.",
  ],
});

const alarmSubjects = {
  job: 'a job failed',
  data: 'data is out of date',
  backup: 'backups need a look',
  disk: 'the disk is almost full',
  import: 'an import was refused or not taken back',
  webhook: 'alarms do not reach the webhook',
} as const satisfies Record<EmailedAlarmKind, string>;

/** Sent to administrators, at most once per kind and day. */
export const alarmEmail = (context: EmailContext, kind: EmailedAlarmKind, alarms: readonly Alarm[]): Email => ({
  ...recipientOf(context),
  kind: 'alarm',
  subject: `${context.brand}: ${alarmSubjects[kind]}`,
  paragraphs: alarms.map(({ text }) => text),
  action: { label: 'Open the operations page', url: `${context.origin}/admin/operations` },
  after: ['Every administrator gets this email. There is at most one of its kind per day, so look at the page for anything new.'],
});

/** A campaign's email to one user. Each of its links carries that user's referral token; its end names the operator's postal address. */
export const campaignEmail = (
  context: EmailContext,
  { text: { subject, paragraphs, action }, postalAddress }: Pick<Campaign, 'text' | 'postalAddress'>,
  referral: string,
): Email => {
  const query = `campaign_referral_id=${referral}`;
  const separator = action.path.includes('?') ? '&' : '?';
  return {
    ...recipientOf(context),
    kind: 'campaign',
    subject,
    paragraphs,
    action: { label: action.label, url: `${context.origin}${action.path}${separator}${query}` },
    after: [`Sent by ${context.brand}, ${postalAddress.replace(/\.$/, '')}.`],
    unsubscribe: { page: `${context.origin}/unsubscribe?${query}`, oneClick: `${context.origin}/api/unsubscribe?${query}` },
  };
};

/** The configured brand and origin that emails name, never those of a request. */
export class EmailBranding {
  constructor(
    private readonly brand: string,
    private readonly supportEmail: string,
    /** Read for each email: a site without a configured origin learns its port when it starts. */
    private readonly site: { readonly origin: string },
  ) {}

  /** Returns the context of an email to this address; `userId` is the account it belongs to, if any, and `locale` its own, for figures and dates. */
  contextFor(to: string, userId: string | null, locale: string | null = null): EmailContext {
    return { brand: this.brand, origin: this.site.origin, to, user_id: userId, locale: locale ?? undefined };
  }

  /** Returns the context of an email to the operator's support address. */
  operatorContext(): EmailContext {
    return this.contextFor(this.supportEmail, null);
  }
}
