import { LinkedAccountId, Linking } from '#domain/linked-accounts/contract';

describe('the body of a linking request', () => {
  it.each([[undefined], [{}], [{ code: 'c', state: 's' }]])('accepts %p', (body) => {
    expect(Linking.parse(body)).toEqual(body ?? {});
  });

  it.each([
    [{ code: 'c' }, 'state'],
    [{ state: 's' }, 'code'],
    [{ code: '', state: 's' }, 'code'],
    [{ code: 'c', state: 's'.repeat(201) }, 'state'],
    [{ code: 'c'.repeat(2_001), state: 's' }, 'code'],
    [{ code: 7, state: 's' }, 'code'],
    [{ code: ['c'], state: 's' }, 'code'],
  ])('refuses %p and names the field %s', (body, field) => {
    expect(Linking.safeParse(body).error?.issues[0]?.path).toEqual([field]);
  });

  it.each([[null], [[]], ['code'], [{ code: 'c', state: 's', redirect_uri: 'https://evil.test' }]])('refuses %p', (body) => {
    expect(Linking.safeParse(body).success).toBe(false);
  });

  it('accepts only UUIDs as account ids', () => {
    expect(LinkedAccountId.safeParse("1' or '1'='1").success).toBe(false);
    expect(LinkedAccountId.safeParse('0b1f6f6e-3b0d-4a55-9c1a-0a4a3c1d2e3f').success).toBe(true);
  });
});
