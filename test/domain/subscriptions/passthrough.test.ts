import { parseTokenKeys } from '#server/secrets/keys';
import { verifiedBuyerId, signPassthrough } from '#domain/subscriptions/passthrough';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';

const secretsWithKey = (key: string) =>
  new CryptoSecrets({ signingKey: Buffer.from(key), tokenKeys: parseTokenKeys(`t1:${Buffer.alloc(32, 7).toString('base64')}`) });
const secrets = secretsWithKey('a key for tests, long enough to be taken');

const user = {
  id: '4b9d3f3e-8f2b-4a43-9f2f-0d6f1c5c2a11',
  email: 'anna@people.test',
  is_confirmed: true,
  is_premium: false,
  paddle_subscription_cancel_url: null,
  role_id: 2,
  username: null,
};
const session = { token_hash: 'the hash of a token', sscid: 'aff-1' };

describe('T43 what travels through the checkout', () => {
  const sent = signPassthrough(user, session, secrets);

  it('has the user id, e-mail, tracking id and session id of the spec, and leads to no session', () => {
    expect(sent).toMatchObject({ user_id: user.id, email: user.email, tracking_id: 'aff-1' });
    expect(sent['session_id']).toHaveLength(43);
    expect(sent['session_id']).not.toBe(session.token_hash);
  });

  it('is another one every time', () => expect(signPassthrough(user, session, secrets)['signature']).not.toBe(sent['signature']));

  it('names the buyer when it comes back, in whatever order', () => {
    expect(verifiedBuyerId(sent, secrets)).toBe(user.id);
    expect(verifiedBuyerId(Object.fromEntries(Object.entries(sent).toReversed()), secrets)).toBe(user.id);
  });

  it.each<[string, Record<string, unknown> | null]>([
    ['nothing', null],
    ['an empty record', {}],
    ['no signature', { ...sent, signature: undefined }],
    ['an empty signature', { ...sent, signature: '' }],
    ['the id of a stranger', { ...sent, user_id: '00000000-0000-4000-8000-000000000000' }],
    ['the id alone', { user_id: user.id, signature: sent['signature'] }],
    ['another e-mail', { ...sent, email: 'ben@people.test' }],
    ['another nonce', { ...sent, nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['one field more', { ...sent, role_id: '1' }],
    ['a field that is no text', { ...sent, tracking_id: { toString: () => 'aff-1' } }],
    ['a signature by another key', signPassthrough(user, session, secretsWithKey('another key, as long as it has to be'))],
    [
      'a signature for another purpose',
      { user_id: user.id, signature: secrets.sign('campaign-referral', JSON.stringify([['user_id', user.id]])) },
    ],
  ])('names nobody with %s', (_, data) => expect(verifiedBuyerId(data, secrets)).toBeNull());
});
