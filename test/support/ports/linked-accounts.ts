import { DAY_MS } from '#domain/durations';
import { Conflict } from '#domain/errors';
import { LinkLimitReached, PermissionEnded } from '#domain/linked-accounts/errors';
import type { LinkedAccounts } from '#domain/linked-accounts/linked-accounts';
import { isRenewalDue } from '#domain/linked-accounts/permission-lifetime';
import type { Permissions } from '#domain/linked-accounts/permissions';
import type { Permission, Tokens } from '#domain/linked-accounts/platform';

/** The stores of linked accounts under test, and the users of their test. */
export interface LinkedAccountStores {
  readonly accounts: LinkedAccounts;
  readonly permissions: Permissions;
  createUser(): Promise<string>;
  /** The users who got a reconnect email, in order. */
  emailedUserIds(): Promise<readonly string[]>;
}

export const now = new Date('2026-11-21T12:00:00Z');
export const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS);
export const isDueNow = (lifetime: Parameters<typeof isRenewalDue>[0]) => isRenewalDue(lifetime, now);

/** A permission whose tokens expire after the given days. */
export const permissionFor = (name: string, accessDays = 30, refreshDays: number | null = 60): Permission => ({
  tokens: {
    access: `pina_${name}`,
    access_expires_at: daysFromNow(accessDays),
    refresh: refreshDays === null ? null : `pinr_${name}`,
    refresh_expires_at: refreshDays === null ? null : daysFromNow(refreshDays),
  },
  profile: { external_id: `id-${name}`, username: name, profile_image: null, pin_count: 3, website_url: null },
});

/** The behavior of every implementation of `LinkedAccounts`. */
export function describeLinkedAccounts(name: string, createStores: () => Promise<LinkedAccountStores>): void {
  describe(name, () => {
    let stores: LinkedAccountStores;
    beforeEach(async () => (stores = await createStores()));

    const link = async (owner: string, permission: Permission, linkedAt = now) =>
      (await stores.accounts.add(owner, 'pinterest', permission, linkedAt))._id;

    it('limits a user to five accounts under concurrent calls', async () => {
      const owner = await stores.createUser();
      const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => link(owner, permissionFor(`p${index}`))));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(LinkLimitReached);
      expect(await stores.accounts.listFor(owner)).toHaveLength(5);
    });

    it('renews an account that is linked again and keeps its position', async () => {
      const owner = await stores.createUser();
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

    it('refuses an account that another user has linked', async () => {
      const [owner, other] = [await stores.createUser(), await stores.createUser()];
      await link(owner, permissionFor('maple'));
      await expect(link(other, permissionFor('maple'))).rejects.toThrow(Conflict);
      expect(await stores.accounts.listFor(other)).toEqual([]);
    });

    it('lets one of several callers refresh a profile', async () => {
      const id = await link(await stores.createUser(), permissionFor('maple'), daysFromNow(-1));
      const claim = () => stores.accounts.claimProfileRefresh(id, daysFromNow(-0.5), now);
      const claims = await Promise.all(Array.from({ length: 8 }, claim));
      expect(claims.filter((token) => token !== null)).toEqual(['pina_maple']);
    });

    it('saves a profile only for the account it belongs to', async () => {
      const owner = await stores.createUser();
      const id = await link(owner, permissionFor('maple'));
      await stores.accounts.saveProfile(id, { ...permissionFor('maple').profile, username: 'renamed', pin_count: 9 });
      await stores.accounts.saveProfile(id, permissionFor('stranger').profile);
      expect(await stores.accounts.listFor(owner)).toMatchObject([{ account: { username: 'renamed', pin_count: 9 } }]);
    });

    it("removes only the user's own accounts", async () => {
      const owner = await stores.createUser();
      const id = await link(owner, permissionFor('maple'));
      expect(await stores.accounts.remove(await stores.createUser(), id)).toBe(false);
      expect(await stores.accounts.remove(owner, id)).toBe(true);
      expect(await stores.accounts.listFor(owner)).toEqual([]);
    });
  });
}

/** The behavior of every implementation of `Permissions`. */
export function describePermissions(name: string, createStores: () => Promise<LinkedAccountStores>): void {
  describe(name, () => {
    let stores: LinkedAccountStores;
    let owner: string;
    beforeEach(async () => {
      stores = await createStores();
      owner = await stores.createUser();
    });

    const link = async (permission: Permission, linkedAt = daysFromNow(-29)) =>
      (await stores.accounts.add(owner, 'pinterest', permission, linkedAt))._id;
    const renew = (id: string, refresh: () => Promise<Tokens> = async () => permissionFor('renewed').tokens, at = now) =>
      stores.permissions.renew(id, at, isDueNow, refresh);
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
      expect(await stores.emailedUserIds()).toEqual([owner]);
      expect(await stores.permissions.listDue('pinterest', now)).toEqual([]);
    });

    it('emails the owner of a refused permission without a warning before', async () => {
      const id = await link(permissionFor('maple', 1));
      expect(await renew(id, () => Promise.reject(new PermissionEnded()))).toBe('ended');
      expect(await stores.emailedUserIds()).toEqual([owner]);
    });

    it('emails again about a permission that was renewed since', async () => {
      await link(permissionFor('maple', 1, 5));
      await stores.permissions.warnExpiring('pinterest', now);
      await link(permissionFor('maple', 1, 5));
      expect(await stores.permissions.warnExpiring('pinterest', now)).toBe(1);
      expect(await stores.emailedUserIds()).toEqual([owner, owner]);
    });

    it.each([
      [7, 1, false],
      [7.01, 0, false],
      [0, 1, true],
    ])('with %d days left, sends %d emails and sets ended to %s', async (daysLeft, emailCount, isEnded) => {
      await link(permissionFor('maple', 1, daysLeft));
      await stores.permissions.warnExpiring('pinterest', now);
      expect(await stores.emailedUserIds()).toHaveLength(emailCount);
      expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(isEnded);
    });

    it('ends an expired permission without a second email', async () => {
      await link(permissionFor('maple', 1, 5));
      await stores.permissions.warnExpiring('pinterest', now);
      expect(await stores.permissions.warnExpiring('pinterest', daysFromNow(6))).toBe(1);
      expect((await stores.accounts.listFor(owner))[0]?.ended).toBe(true);
      expect(await stores.emailedUserIds()).toEqual([owner]);
    });
  });
}
