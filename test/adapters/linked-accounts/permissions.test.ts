import { PermissionEnded } from '#domain/linked-accounts/errors';
import { isRenewalDue } from '#domain/linked-accounts/permission-lifetime';
import type { Permission, Tokens } from '#domain/linked-accounts/platform';
import { daysFromNow, linkedAccountStores, now, permissionFor } from '../../support/database/linked-accounts';
import { useTypeormDatabase } from '../../support/database/typeorm-database';

const database = useTypeormDatabase();
let stores: ReturnType<typeof linkedAccountStores>;
beforeAll(async () => {
  stores = linkedAccountStores(database);
});
beforeEach(() => database.pool.query('truncate linked_accounts, linking_states, emails cascade'));

/** The users who got an email, in order. */
const emailedUserIds = async () =>
  (await database.pool.query<{ user_id: string }>('select user_id from emails order by id')).rows.map(({ user_id }) => user_id);

describe('permissions in Postgres', () => {
  let owner: string;
  beforeEach(async () => void (owner = await database.insertUser()));

  const link = async (permission: Permission, linkedAt = daysFromNow(-29)) =>
    (await stores.accounts.add(owner, 'pinterest', permission, linkedAt))._id;
  const renew = (id: string, refresh: () => Promise<Tokens> = async () => permissionFor('renewed').tokens, at = now) =>
    stores.permissions.renew(id, at, (lifetime) => isRenewalDue(lifetime, now), refresh);
  const currentAccessToken = (id: string) => stores.accounts.claimProfileRefresh(id, now, now);

  it('lists the accounts that are due for renewal', async () => {
    const soon = await link(permissionFor('soon', 7), daysFromNow(-23));
    const month = await link(permissionFor('month', 20, 30), daysFromNow(-10));
    await link(permissionFor('fresh'), daysFromNow(-10));
    await link(permissionFor('today', 1, 2), daysFromNow(-0.5));
    await link(permissionFor('without-refresh-token', 1, null));
    expect([...(await stores.permissions.listDue('pinterest', now))].toSorted()).toEqual([soon, month].toSorted());
    expect(await stores.permissions.listDue('sandbox', now)).toEqual([]);
  });

  it('renews an account once when several callers try', async () => {
    const id = await link(permissionFor('maple', 1));
    let refreshCount = 0;
    const refresh = async () => {
      refreshCount++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      return permissionFor('renewed').tokens;
    };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => renew(id, refresh)));
    expect(outcomes.toSorted()).toEqual(['renewed', 'skipped', 'skipped', 'skipped']);
    expect(await renew(id, refresh)).toBe('skipped');
    expect(refreshCount).toBe(1);
    expect(await currentAccessToken(id)).toBe('pina_renewed');
    expect((await stores.accounts.listFor(owner))[0]?.renewed_at).toEqual(now);
  });

  it('keeps the old tokens after a failure and lets the next attempt renew', async () => {
    const id = await link(permissionFor('maple', 1));
    await expect(renew(id, () => Promise.reject(new Error('interrupted')))).rejects.toThrow('interrupted');
    expect((await stores.accounts.listFor(owner))[0]).toMatchObject({ ended: false, renewed_at: daysFromNow(-29) });
    expect(await renew(id)).toBe('renewed');
  });

  it.each<[string, () => Promise<Tokens>]>([
    ['arrive late', () => Promise.resolve(permissionFor('late').tokens)],
    ['are refused', () => Promise.reject(new PermissionEnded())],
  ])('keeps the tokens of an account that was linked again when the renewed ones %s', async (_, respond) => {
    const id = await link(permissionFor('maple', 1));
    const refresh = async () => {
      await stores.accounts.add(owner, 'pinterest', { ...permissionFor('newest'), profile: permissionFor('maple').profile }, now);
      return respond();
    };
    expect(await renew(id, refresh)).toBe('skipped');
    expect(await currentAccessToken(id)).toBe('pina_newest');
    expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(false);
  });

  it('saves nothing for an account that was removed meanwhile', async () => {
    const id = await link(permissionFor('maple', 1));
    const refresh = async () => {
      await stores.accounts.remove(owner, id);
      return permissionFor('renewed').tokens;
    };
    expect(await renew(id, refresh)).toBe('skipped');
    expect(await stores.accounts.listFor(owner)).toEqual([]);
  });

  it('takes over a lease that expired after a minute', async () => {
    const id = await link(permissionFor('maple', 1));
    let finishFirst = (_: Tokens): void => undefined;
    let startFirst = (): void => undefined;
    const started = new Promise<void>((resolve) => (startFirst = resolve));
    const first = renew(id, () => {
      startFirst();
      return new Promise((resolve) => (finishFirst = resolve));
    });
    await started;
    expect(await renew(id, undefined, new Date(now.getTime() + 59_999))).toBe('skipped');
    expect(await renew(id, undefined, new Date(now.getTime() + 60_000))).toBe('renewed');
    finishFirst(permissionFor('late').tokens);
    expect(await first).toBe('skipped');
    expect(await currentAccessToken(id)).toBe('pina_renewed');
  });

  it('ends a refused permission and emails its owner once', async () => {
    const id = await link(permissionFor('maple', 1, 5));
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(1);
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(0);
    expect((await stores.accounts.listFor(owner))[0]).toMatchObject({ account: { needs_reconnect: true }, ended: false });
    expect(await renew(id, () => Promise.reject(new PermissionEnded()))).toBe('ended');
    expect((await stores.accounts.listFor(owner))[0]).toMatchObject({ ended: true });
    expect(await emailedUserIds()).toEqual([owner]);
    expect(await stores.permissions.listDue('pinterest', now)).toEqual([]);
  });

  it('emails the owner of a refused permission without a warning before', async () => {
    const id = await link(permissionFor('maple', 1));
    expect(await renew(id, () => Promise.reject(new PermissionEnded()))).toBe('ended');
    expect(await emailedUserIds()).toEqual([owner]);
  });

  it('emails again about a permission that was renewed since', async () => {
    await link(permissionFor('maple', 1, 5));
    await stores.permissions.warnExpiring('pinterest', now);
    await link(permissionFor('maple', 1, 5));
    expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(1);
    expect(await emailedUserIds()).toEqual([owner, owner]);
  });

  it.each([
    [7, 1, false],
    [7.01, 0, false],
    [0, 1, true],
  ])('with %d days left, sends %d emails and sets ended to %s', async (daysLeft, emailCount, isEnded) => {
    await link(permissionFor('maple', 1, daysLeft));
    await stores.permissions.warnExpiring('pinterest', now);
    expect(await emailedUserIds()).toHaveLength(emailCount);
    expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(isEnded);
  });

  it('ends an expired permission without a second email', async () => {
    await link(permissionFor('maple', 1, 5));
    await stores.permissions.warnExpiring('pinterest', now);
    expect(await stores.permissions.warnExpiring('pinterest', daysFromNow(6))).toBe(1);
    expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(true);
    expect(await emailedUserIds()).toEqual([owner]);
  });
});
