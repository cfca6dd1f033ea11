import type { Permission } from '#domain/linked-accounts/platform';
import { daysFromNow, linkedAccountStores, now, permissionFor } from '../../support/database/linked-accounts';
import { useTypeormDatabase } from '../../support/database/typeorm-database';

const database = useTypeormDatabase();
let stores: ReturnType<typeof linkedAccountStores>;
beforeAll(async () => {
  stores = linkedAccountStores(database);
});
beforeEach(() => database.pool.query('truncate linked_accounts, linking_states, emails'));

describe('linked accounts in Postgres', () => {
  const link = async (owner: string, permission: Permission, linkedAt = now) =>
    (await stores.accounts.add(owner, 'pinterest', permission, linkedAt))._id;

  it('renews an account that is linked again and keeps its position', async () => {
    const owner = await database.insertUser();
    const id = await link(owner, permissionFor('maple', 30, 5), daysFromNow(-3));
    await link(owner, permissionFor('later'), daysFromNow(-1));
    await stores.permissions.warnExpiring('pinterest', now);
    expect((await stores.accounts.listFor(owner))[0]?.account).toMatchObject({ username: 'maple', needs_reconnect: true });
    expect(await link(owner, permissionFor('maple', 40))).toBe(id);
    expect((await stores.accounts.listFor(owner)).map(({ account }) => [account.username, account.needs_reconnect])).toEqual([
      ['maple', false],
      ['later', false],
    ]);
  });

  it('lets one of several callers refresh a profile', async () => {
    const id = await link(await database.insertUser(), permissionFor('maple'), daysFromNow(-1));
    const claim = () => stores.accounts.claimProfileRefresh(id, daysFromNow(-0.5), now);
    const claims = await Promise.all(Array.from({ length: 8 }, claim));
    expect(claims.filter((token) => token !== null)).toEqual(['pina_maple']);
  });

  it('saves a profile only for the account it belongs to', async () => {
    const owner = await database.insertUser();
    const id = await link(owner, permissionFor('maple'));
    await stores.accounts.saveProfile(id, { ...permissionFor('maple').profile, username: 'renamed', pin_count: 9 });
    await stores.accounts.saveProfile(id, permissionFor('stranger').profile);
    expect(await stores.accounts.listFor(owner)).toMatchObject([{ account: { username: 'renamed', pin_count: 9 } }]);
  });
});

describe('linking states in Postgres', () => {
  let state: { readonly session_hash: string; readonly user_id: string; readonly expires_at: Date };
  beforeEach(async () => {
    state = { session_hash: 's', user_id: await database.insertUser(), expires_at: daysFromNow(1) };
  });

  it('lets one of several callers consume a state', async () => {
    await stores.states.save('one', state, now);
    const consumed = await Promise.all(Array.from({ length: 8 }, (_, index) => stores.states.consume('one', `code-${index}`)));
    expect(consumed.filter((each) => each !== null)).toMatchObject([state]);
  });

  it('accepts a code once, even with another state', async () => {
    for (const name of ['two', 'three']) await stores.states.save(name, state, now);
    const consumed = await Promise.all([stores.states.consume('two', 'same'), stores.states.consume('three', 'same')]);
    expect(consumed.filter((each) => each !== null)).toHaveLength(1);
  });

  it('deletes expired states when it saves another', async () => {
    await stores.states.save('old', { ...state, expires_at: daysFromNow(0) }, daysFromNow(-1));
    await stores.states.save('new', state, now);
    expect(await stores.states.consume('old', 'code')).toBeNull();
    expect(await stores.states.consume('new', 'code')).toMatchObject(state);
  });
});
