import { InvalidInput, NotFound, NotPossible } from '#domain/errors';
import { operator } from '../../support/fakes/audit';
import { createAuthUseCases } from '../../support/fakes/auth-use-cases';

describe('appointing administrators', () => {
  it('creates an account and returns a link to choose its password', async () => {
    const { administrators, store } = createAuthUseCases();
    const appointed = await administrators.appoint('Boss@People.test', null, operator);
    expect(appointed).toMatchObject({
      email: 'boss@people.test',
      how: 'made',
      link: expect.stringContaining('/auth/password/reset/code-'),
    });
    expect(store.codes).toEqual([expect.objectContaining({ purpose: 'reset', expires_at: new Date('2026-01-02T00:00:00Z') })]);
    expect(await administrators.list()).toEqual([expect.objectContaining({ email: 'boss@people.test' })]);
  });

  it('sets a password of at least 15 characters and needs no link', async () => {
    const { administrators } = createAuthUseCases();
    await expect(administrators.appoint('boss@people.test', 'too short 4 me', operator)).rejects.toThrow(InvalidInput);
    expect(await administrators.appoint('boss@people.test', 'plum otter lake 42', operator)).toMatchObject({ link: null });
  });

  it('dismisses administrators only, and not the last one', async () => {
    const { administrators, insertUser, log } = createAuthUseCases();
    insertUser('boss@people.test', 'plum otter lake 42', true);
    insertUser('other@people.test', 'plum otter lake 42', true);
    await administrators.dismiss('boss@people.test', operator);
    await expect(administrators.dismiss('boss@people.test', operator)).rejects.toThrow(NotFound);
    await expect(administrators.dismiss('other@people.test', operator)).rejects.toThrow(NotPossible);
    expect(log.events).toEqual([expect.objectContaining({ event: 'role-changed', detail: 'user' })]);
  });
});
