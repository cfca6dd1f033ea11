import { isUserId, type Passthrough, verifiedBuyerId, signPassthrough } from '#domain/subscriptions/passthrough';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { type SignedInUser, USER_ROLE } from '#domain/auth/viewer';

const secretsWithKey = (key: string) =>
  new CryptoSecrets({ signingKey: Buffer.from(key), tokenKeys: new Map([['t1', Buffer.alloc(32, 7)]]) });
const secrets = secretsWithKey('a signing key for tests, long enough');

/** A confirmed user without Premium. */
const user: SignedInUser = {
  id: '4b9d3f3e-8f2b-4a43-9f2f-0d6f1c5c2a11',
  email: 'ana@people.test',
  is_confirmed: true,
  is_premium: false,
  paddle_subscription_cancel_url: null,
  role_id: USER_ROLE,
  username: null,
  formats: null,
};
const session = { token_hash: 'the hash of a token', sscid: 'aff-1' };

describe('the data attached to a checkout', () => {
  let sent: Passthrough;
  beforeEach(() => (sent = signPassthrough(user, session, secrets)));

  it('has the user id, email, tracking id and session id, but no session token hash', () => {
    expect(sent).toMatchObject({ user_id: user.id, email: user.email, tracking_id: 'aff-1' });
    expect(sent['session_id']).toHaveLength(43);
    expect(sent['session_id']).not.toBe(session.token_hash);
  });

  it('has a different signature every time', () =>
    expect(signPassthrough(user, session, secrets)['signature']).not.toBe(sent['signature']));

  it('verifies the buyer with fields in any order', () => {
    expect(verifiedBuyerId(sent, secrets)).toBe(user.id);
    expect(verifiedBuyerId(Object.fromEntries(Object.entries(sent).toReversed()), secrets)).toBe(user.id);
  });

  it.each<[string, () => Record<string, unknown> | null]>([
    ['nothing', () => null],
    ['an empty record', () => ({})],
    ['no signature', () => ({ ...sent, signature: undefined })],
    ['an empty signature', () => ({ ...sent, signature: '' })],
    ['the id of another user', () => ({ ...sent, user_id: '00000000-0000-4000-8000-000000000000' })],
    ['only the id', () => ({ user_id: user.id, signature: sent['signature'] })],
    ['another email', () => ({ ...sent, email: 'ben@people.test' })],
    ['another nonce', () => ({ ...sent, nonce: 'AAAAAAAAAAAAAAAAAAAAAA' })],
    ['an additional field', () => ({ ...sent, role_id: '1' })],
    ['a field that is not text', () => ({ ...sent, tracking_id: { toString: () => 'aff-1' } })],
    ['a signature by another key', () => signPassthrough(user, session, secretsWithKey('another key, also long enough'))],
    [
      'a signature for another purpose',
      () => ({ user_id: user.id, signature: secrets.sign('campaign-referral', JSON.stringify([['user_id', user.id]])) }),
    ],
  ])('verifies no buyer with %s', (_, dataOf) => expect(verifiedBuyerId(dataOf(), secrets)).toBeNull());

  it('has an empty tracking id without a referrer', () => {
    expect(signPassthrough(user, { ...session, sscid: null }, secrets)).toMatchObject({ tracking_id: '', user_id: user.id });
  });

  const signed = (fields: Readonly<Record<string, string>>) => ({
    ...fields,
    signature: secrets.sign('checkout', JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  });
  const numberedFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'x']));

  it('verifies the buyer among twelve signed fields, and none among more', () => {
    expect(verifiedBuyerId(signed({ ...numberedFields(11), user_id: user.id }), secrets)).toBe(user.id);
    expect(verifiedBuyerId(signed({ ...numberedFields(12), user_id: user.id }), secrets)).toBeNull();
  });

  it('verifies no buyer when a signed field is not text', () => {
    const notText = 7 as unknown as string;
    expect(verifiedBuyerId(signed({ user_id: user.id, tracking_id: notText }), secrets)).toBeNull();
    expect(verifiedBuyerId(signed({ user_id: notText }), secrets)).toBeNull();
  });

  it('verifies no buyer in signed fields without a user id', () =>
    expect(verifiedBuyerId(signed({ email: user.email }), secrets)).toBeNull());
});

describe('an account id', () => {
  it.each<[string, boolean]>([
    [user.id, true],
    [user.id.toUpperCase(), true],
    ['', false],
    ['anna', false],
    [`x${user.id}`, false],
    [`${user.id}0`, false],
    [user.id.replaceAll('-', ''), false],
    [user.id.replace('4b9d', 'ghij'), false],
    [user.id.slice(1), false],
  ])('%j: %p', (text, expected) => expect(isUserId(text)).toBe(expected));
});
