import type { LinkingStates } from '#domain/linked-accounts/linking-states';
import { daysFromNow, now } from './linked-accounts';

interface LinkingStatesSetup {
  readonly states: LinkingStates;
  readonly userId: string;
}

/** The behavior of every implementation of `LinkingStates`. */
export function describeLinkingStates(name: string, setUp: () => Promise<LinkingStatesSetup>): void {
  describe(name, () => {
    let states: LinkingStates;
    let state: { readonly session_hash: string; readonly user_id: string; readonly expires_at: Date };
    beforeEach(async () => {
      const setup = await setUp();
      states = setup.states;
      state = { session_hash: 's', user_id: setup.userId, expires_at: daysFromNow(1) };
    });

    it('lets one of several callers consume a state', async () => {
      await states.save('one', state, now);
      const consumed = await Promise.all(Array.from({ length: 8 }, (_, index) => states.consume('one', `code-${index}`)));
      expect(consumed.filter((each) => each !== null)).toMatchObject([state]);
    });

    it('accepts a code once, even with another state', async () => {
      for (const name of ['two', 'three']) await states.save(name, state, now);
      const consumed = await Promise.all([states.consume('two', 'same'), states.consume('three', 'same')]);
      expect(consumed.filter((each) => each !== null)).toHaveLength(1);
    });

    it('returns null for an unknown state', async () => expect(await states.consume('unknown', 'code')).toBeNull());

    it('deletes expired states when it saves another', async () => {
      await states.save('old', { ...state, expires_at: daysFromNow(0) }, daysFromNow(-1));
      await states.save('new', state, now);
      expect(await states.consume('old', 'code')).toBeNull();
      expect(await states.consume('new', 'code')).toMatchObject(state);
    });
  });
}
