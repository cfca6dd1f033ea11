import { campaignEmail, parseCampaign } from '#domain/mail/campaign';
import { confirmationEmail } from '#domain/mail/emails';
import { maskEmail } from '#domain/mail/mask-email';
import { nextAttempt } from '#domain/mail/next-attempt';

const branding = { brand: 'Corklight', origin: 'https://pins.example', to: 'mira@site.com', user_id: 'u1' };

describe('a letter that could not be delivered', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  it.each([
    [1, 1],
    [2, 5],
    [5, 60],
    [10, 1_440],
  ])('is tried again after failure %i in %i minutes', (failures, minutes) => {
    expect(nextAttempt(failures, now)).toEqual(new Date(now.getTime() + minutes * 60_000));
  });

  it('is given up after ten failures', () => expect(nextAttempt(11, now)).toBeNull());
});

describe('an address that is shown to whoever has a link', () => {
  it.each([
    ['mira@site.com', 'm***@site.com'],
    ['m@site.com', 'm***@site.com'],
    ['"a@b"@site.com', '"***@site.com'],
    ['😀x@site.com', '😀***@site.com'],
  ])('of %s shows %s', (email, shown) => expect(maskEmail(email)).toBe(shown));
});

describe('a campaign file', () => {
  it('has a subject, a button and paragraphs', () => {
    const file =
      '\uFEFFSubject: Three boards that grow\r\nAction: See them | /boards?order_by=follower_count\r\n\r\nHello.\r\n\r\nTwo\r\nlines.\r\n';
    expect(parseCampaign(file)).toEqual({
      subject: 'Three boards that grow',
      action: { label: 'See them', path: '/boards?order_by=follower_count' },
      paragraphs: ['Hello.', 'Two lines.'],
    });
  });

  it('leads home when it names no button', () => {
    expect(parseCampaign('Subject: Hi\n\nText.').action).toEqual({ label: 'Open', path: '/' });
  });

  it.each([
    ['no subject', 'Hello.\n', 'Subject'],
    ['an endless subject', `Subject: ${'x'.repeat(201)}\n\nText.`, 'Subject'],
    ['no text', 'Subject: Hi\n\n', 'paragraph'],
    ['a button to another site', 'Subject: Hi\nAction: Go | //evil.test\n\nText.', 'Action'],
    ['a button with a scheme', 'Subject: Hi\nAction: Go | javascript:alert(1)\n\nText.', 'Action'],
    ['a button without a path', 'Subject: Hi\nAction: Go\n\nText.', 'Action'],
  ])('with %s is refused', (_, file, named) => expect(() => parseCampaign(file)).toThrow(named));

  it('becomes a letter whose every link carries the reader’s referral', () => {
    const text = parseCampaign('Subject: Hi\nAction: Go | /boards?page=2\n\nText.');
    const letter = campaignEmail(branding, text, 'TOKEN');
    expect(letter.action?.url).toBe('https://pins.example/boards?page=2&campaign_referral_id=TOKEN');
    expect(letter.unsubscribe).toEqual({
      page: 'https://pins.example/unsubscribe?campaign_referral_id=TOKEN',
      oneClick: 'https://pins.example/api/unsubscribe?campaign_referral_id=TOKEN',
    });
  });
});

describe('the Magic Link', () => {
  it('leads to the page that confirms, and says the code too', () => {
    const letter = confirmationEmail(branding, 'CODE');
    expect(letter.action?.url).toBe('https://pins.example/auth/email/confirm/CODE');
    expect(letter.code).toBe('CODE');
  });
});
