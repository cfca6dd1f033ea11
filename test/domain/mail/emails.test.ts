import { dayOf } from '#domain/days';
import { parseCampaign } from '#domain/mail/campaign';
import { type Email, withUnsealedCode, maskEmail, unsubscribeReason } from '#domain/mail/email';
import {
  alarmEmail,
  campaignEmail,
  confirmationEmail,
  duplicateSubscriptionEmail,
  knownAddressEmail,
  passwordChangedEmail,
  passwordResetEmail,
  premiumStartedEmail,
  reconnectEmail,
  signInLockedEmail,
  subscriptionWithoutAccountEmail,
  subscriptionWithoutPremiumEmail,
} from '#domain/mail/emails';
import { MINUTE_MS } from '#domain/durations';
import { nextAttempt } from '#domain/mail/mailer';
import { optionalEmailToken } from '#domain/mail/optional-emails';
import type { Secrets } from '#domain/secrets';
import { subscriptionAsOf } from '../../support/stored-subscription';

const context = { brand: 'Corklight', origin: 'https://pins.example', to: 'mira@site.com', user_id: 'u1' };
const unseal = (sealed: string) => sealed.replace('sealed ', '');
const subscription = subscriptionAsOf(new Date(), { id: 'sub_2', customer_id: 'ctm_9' });
const campaignFile = 'Subject: Hi\nAction: Go | /boards?page=2\n\nText.';
const campaignOf = (file: string) => ({ text: parseCampaign(file), postalAddress: '1 Main St, Springfield' });

const emails: readonly (readonly [Email['kind'], () => Email, string, string, string])[] = [
  [
    'confirm',
    () => confirmationEmail(context, 'sealed CODE'),
    'Confirm your email address for Corklight',
    'Confirm my email address',
    '/auth/email/confirm/CODE',
  ],
  ['known-address', () => knownAddressEmail(context), 'You already have a Corklight account', 'Sign in', '/auth/login'],
  [
    'reset',
    () => passwordResetEmail(context, 'sealed CODE'),
    'Reset your Corklight password',
    'Choose a new password',
    '/auth/password/reset/CODE',
  ],
  [
    'password-changed',
    () => passwordChangedEmail(context),
    'Your Corklight password was changed',
    "This wasn't me: reset my password",
    '/auth/password/recover',
  ],
  [
    'sign-in-locked',
    () => signInLockedEmail(context),
    'Someone is guessing your Corklight password',
    'Reset my password',
    '/auth/password/recover',
  ],
  ['reconnect', () => reconnectEmail(context, 'clayink', null), 'Reconnect @clayink to Corklight', 'Reconnect', '/dashboard'],
  ['premium', () => premiumStartedEmail(context), 'Your Corklight Premium is active', 'Search by keyword', '/boards'],
  ['campaign', () => campaignEmail(context, campaignOf(campaignFile), 'TOKEN'), 'Hi', 'Go', '/boards?page=2&campaign_referral_id=TOKEN'],
];

describe('the email about a linked account', () => {
  it.each([
    [null, 'Our access to your Pinterest account @clayink has ended. Reconnect it with one click:'],
    [
      dayOf(new Date('2026-12-03T10:00:00Z')),
      "Our access to your Pinterest account @clayink ends on Dec 3 because we couldn't renew it. Reconnect it with one click:",
    ],
  ])('with %p as its last day says what happens when', (lastDay, text) => {
    expect(reconnectEmail(context, 'clayink', lastDay).paragraphs).toEqual([text]);
  });
});

describe('an email', () => {
  it.each(emails)('of kind %s goes to its recipient and links to the page where to act', (kind, createEmail, subject, label, path) => {
    const email = withUnsealedCode(createEmail(), unseal);
    expect(email).toMatchObject({ kind, to: 'mira@site.com', user_id: 'u1', subject });
    expect(email.action).toEqual({ label, url: `https://pins.example${path}` });
  });

  it.each(emails)('of kind %s consists of complete sentences', (_, createEmail) => {
    const { paragraphs, after = [] } = createEmail();
    expect(paragraphs.length).toBeGreaterThan(0);
    for (const text of paragraphs) expect(text).toMatch(/^[A-Z].*[.:]$/);
    for (const text of after) expect(text).toMatch(/^[A-Z].*(\.|https:\/\/pins\.example\/[a-z/]+)$/);
  });

  it.each([
    ['confirm', confirmationEmail],
    ['reset', passwordResetEmail],
  ])('of kind %s has its code sealed until it is sent, then in the link as well', (_, createEmail) => {
    const queued = createEmail(context, 'sealed CODE');
    expect(JSON.stringify(queued).match(/CODE/g)).toHaveLength(1);
    const email = withUnsealedCode(queued, unseal);
    expect(email.code).toBe('CODE');
    expect(email.action?.url).toContain('/CODE');
  });

  it('without a code or a button is sent as it was queued', () => {
    const queued = passwordChangedEmail(context);
    expect(withUnsealedCode(queued, unseal)).toBe(queued);
    const withoutButton: Email = { kind: 'reset', to: 'a@b.test', user_id: null, subject: 'S', paragraphs: ['P.'], code: 'sealed CODE' };
    expect(withUnsealedCode(withoutButton, unseal)).toEqual({ ...withoutButton, code: 'CODE' });
  });

  it('says how long its link works, and what to do if someone else caused it', () => {
    expect(confirmationEmail(context, 'CODE').after).toEqual([
      expect.stringContaining('expire in 24 hours'),
      "If this wasn't you, ignore this email.",
    ]);
    expect(passwordResetEmail(context, 'CODE').after?.[0]).toContain('expire in 60 minutes');
    expect(knownAddressEmail(context).after?.[0]).toBe('Forgot your password? https://pins.example/auth/password/recover');
    expect(premiumStartedEmail(context).after?.[0]).toContain('https://pins.example/dashboard');
    expect(signInLockedEmail(context).after).toHaveLength(1);
  });

  it('to the operator names the second subscription and its customer, not the user', () => {
    const email = duplicateSubscriptionEmail({ ...context, to: 'help@pins.example', user_id: null }, subscription);
    expect(email).toMatchObject({ kind: 'duplicate-subscription', to: 'help@pins.example', user_id: null });
    expect(email.subject).toBe('A second Corklight subscription was canceled');
    expect(email.paragraphs[0]).toContain('subscription sub_2 of customer ctm_9 at paddle.');
    expect(email.paragraphs[1]).toContain('refund');
    expect(duplicateSubscriptionEmail(context, { ...subscription, customer_id: null }).paragraphs[0]).toContain('customer unknown');
  });

  it.each([subscriptionWithoutAccountEmail, subscriptionWithoutPremiumEmail])(
    'to the operator names the subscription that gives Premium to no one',
    (emailAbout) => {
      expect(emailAbout(context, subscription).paragraphs[0]).toContain('subscription sub_2 of customer ctm_9 at paddle.');
      expect(emailAbout(context, { ...subscription, customer_id: null }).paragraphs[0]).toContain('customer unknown');
    },
  );
});

describe('an email about alarms', () => {
  it.each([
    ['job', 'Corklight: a job failed'],
    ['data', 'Corklight: data is out of date'],
  ] as const)('of the kind %s has the subject “%s”, each alarm as a paragraph, and a link', (kind, subject) => {
    expect(
      alarmEmail(context, kind, [
        { kind, text: 'One.' },
        { kind, text: 'Two.' },
      ]),
    ).toEqual({
      kind: 'alarm',
      to: 'mira@site.com',
      user_id: 'u1',
      subject,
      paragraphs: ['One.', 'Two.'],
      action: { label: 'Open the operations page', url: 'https://pins.example/admin/operations' },
      after: [expect.stringContaining('at most one of its kind per day')],
    });
  });
});

describe('a marketing email', () => {
  it('carries the referral token in every link', () => {
    const email = campaignEmail(context, campaignOf(campaignFile), 'TOKEN');
    expect(email.paragraphs).toEqual(['Text.']);
    expect(email.after).toEqual(['Sent by Corklight, 1 Main St, Springfield.']);
    expect(email.unsubscribe).toEqual({
      page: 'https://pins.example/unsubscribe?campaign_referral_id=TOKEN',
      oneClick: 'https://pins.example/api/unsubscribe?campaign_referral_id=TOKEN',
    });
  });

  it('adds the token as the first parameter of a path without any', () => {
    const campaign = campaignOf('Subject: Hi\nAction: Go | /boards\n\nText.');
    expect(campaignEmail(context, campaign, 'TOKEN').action?.url).toBe('https://pins.example/boards?campaign_referral_id=TOKEN');
  });
});

it.each([
  ['mira@site.com', 'm***@site.com'],
  ['m@site.com', 'm***@site.com'],
  ['"a@b"@site.com', '"***@site.com'],
  ['😀x@site.com', '😀***@site.com'],
  ['', '***'],
])('masks %s as %s', (email, masked) => expect(maskEmail(email)).toBe(masked));

describe('the next attempt to deliver an email', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    [1, 1],
    [2, 5],
    [3, 15],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 720],
    [10, 1_440],
  ])('after failure %i is in %i minutes', (failures, minutes) => {
    expect(nextAttempt(failures, now)).toEqual(new Date(now.getTime() + minutes * MINUTE_MS));
  });

  it('is never after eleven failures', () => expect(nextAttempt(11, now)).toBeNull());
});

const secrets = { sign: (purpose: string, text: string) => `${text}|${purpose}|${'x'.repeat(80)}` } as Secrets;

describe('the token that ends an optional email', () => {
  it('is signed for the kind and the user, and for nothing else', () => {
    expect(optionalEmailToken(secrets, 'weekly', 'u1')).toMatch(/^weekly:u1\|optional/);
    expect(optionalEmailToken(secrets, 'alerts', 'u1')).toMatch(/^alerts:u1\|optional/);
  });

  it('is short enough for a link, and equally long for everyone', () => {
    const lengths = ['u1', 'user-2'].map((userId) => optionalEmailToken(secrets, 'weekly', userId).length);
    expect(new Set(lengths).size).toBe(1);
    expect(lengths[0]).toBeLessThan(80);
  });
});

describe('the reason for an email that is not about the account', () => {
  const email = (unsubscribe?: Email['unsubscribe']) => ({ subject: 'News', unsubscribe }) as Email;
  const links = { page: '/unsubscribe', oneClick: '/api/unsubscribe' };

  it.each<[Email['unsubscribe'], string]>([
    [undefined, 'you have a Pin Lab account'],
    [links, 'you have a Pin Lab account'],
    [{ ...links, reason: 'you asked for it' }, 'you asked for it'],
  ])('with %j is "%s"', (unsubscribe, reason) => {
    expect(unsubscribeReason(email(unsubscribe), 'Pin Lab')).toBe(reason);
  });
});
