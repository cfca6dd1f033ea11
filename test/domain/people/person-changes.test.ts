import { type PersonChange, refusalOf } from '#domain/people/person-changes';

const ada = { id: 'ada', is_admin: false, is_confirmed: true, is_paid: false, given_until: null };
const until = '2027-01-01T00:00:00.000Z';

describe('what administrators may do to an account', () => {
  it.each<[PersonChange, string, Partial<Parameters<typeof refusalOf>[1]>, RegExp | null]>([
    ['end sessions', 'of a user', {}, null],
    ['end sessions', 'of another administrator', { is_admin: true }, null],
    ['end sessions', 'of their own', { id: 'boss', is_admin: true }, /your own account/],
    ['delete', 'of a user', {}, null],
    ['delete', 'of a user without a confirmed address', { is_confirmed: false }, null],
    ['delete', 'of another administrator', { is_admin: true }, /admin remove/],
    ['delete', 'of their own', { id: 'boss', is_admin: true }, /your own account/],
    ['give Premium', 'to a user', {}, null],
    ['give Premium', 'to a user who pays', { is_paid: true }, null],
    ['give Premium', 'to a user who was given it before', { given_until: until }, null],
    ['give Premium', 'to an administrator', { is_admin: true }, /every Premium feature/],
    ['give Premium', 'to an address that is not confirmed', { is_confirmed: false }, /not confirmed/],
    ['end Premium', 'that was given', { given_until: until }, null],
    ['end Premium', 'that was given to a user who pays too', { given_until: until, is_paid: true }, null],
    ['end Premium', 'that is paid for', { is_paid: true }, /paid for.*payment provider/],
    ['end Premium', 'of a user without it', {}, /No Premium was given/],
  ])('%s %s', (change, _, overrides, refusal) => {
    const found = refusalOf(change, { ...ada, ...overrides }, 'boss');
    if (refusal === null) expect(found).toBeNull();
    else expect(found).toMatch(refusal);
  });
});
