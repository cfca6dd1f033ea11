import { type Email, unsubscribeReason } from '#domain/mail/email';
import { optionalEmailToken } from '#domain/mail/optional-emails';
import type { Secrets } from '#domain/secrets';

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
