import { operator } from '../../fakes/audit';
import { emailTo, newCode, newEmail, openSession, type OpenPorts, registerUser } from './auth-ports';

export function describeAccounts(open: OpenPorts): void {
  it('adds a registration for every sign-up, and emails the address either way', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const [email, code] = [newEmail(), newCode(ports, 'confirm')];
    const first = await registerUser(ports, email, code);
    expect(first).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(await accounts.findConfirmed(email)).toBeNull();
    await accounts.confirm(code.hash, clock.now());
    expect(await accounts.findConfirmed(email)).toMatchObject({ id: first.id });
    const unusable = newCode(ports, 'confirm');
    const second = await registerUser(ports, email, unusable);
    expect(second).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(second.id).not.toBe(first.id);
    expect(await accounts.findByCode(unusable.hash, 'confirm', clock.now())).toBeNull();
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'known-address']);
    expect(await accounts.findForReset(email)).toMatchObject({ id: first.id });
    expect(await accounts.findForReset(newEmail())).toBeNull();
  });

  it('tells a repeated sign-up from the first of an address', async () => {
    const { accounts, clock, ...ports } = open();
    const registration = () => ({
      email: 'twice@people.test',
      password_hash: 'hash',
      code: newCode({ accounts, clock, ...ports }, 'confirm'),
      emails: null,
    });
    const before = await accounts.findForReset('twice@people.test');
    expect(await accounts.register(registration(), clock.now())).toMatchObject({ isRepeat: before !== null });
    expect(await accounts.register(registration(), clock.now())).toMatchObject({ isRepeat: true });
    expect(await ports.queuedEmails('twice@people.test')).toEqual([]);
  });

  it('confirms one of several registrations of an address, even of two at once', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const email = newEmail();
    const codes = [newCode(ports, 'confirm'), newCode(ports, 'confirm'), newCode(ports, 'confirm')];
    const registrations = await Promise.all(codes.map((code) => registerUser(ports, email, code)));
    const confirmed = await Promise.all(codes.slice(1).map(({ hash }) => accounts.confirm(hash, clock.now())));
    expect(confirmed.filter(Boolean)).toHaveLength(1);
    expect(await accounts.findByCode(codes[0]?.hash ?? '', 'confirm', clock.now())).toBeNull();
    expect(await accounts.confirmRegistration(registrations[0]?.id ?? '', clock.now())).toBe(false);
    const states = await Promise.all(registrations.map(({ id }) => accounts.findById(id)));
    expect(states.filter((account) => account?.is_confirmed)).toHaveLength(1);
  });

  it('renews the code of a registration, which is unusable while the address has an account', async () => {
    const ports = open();
    const { accounts, clock } = ports;
    const email = newEmail();
    const emails = { confirmation: () => emailTo(email, 'confirm'), knownAddress: () => emailTo(email, 'known-address') };
    const [first, renewed] = [newCode(ports, 'confirm'), newCode(ports, 'confirm')];
    const { id } = await registerUser(ports, email, first);
    const other = await registerUser(ports, email);
    await accounts.renewRegistration(id, renewed, emails, clock.now());
    expect(await accounts.findByCode(first.hash, 'confirm', clock.now())).toBeNull();
    expect(await accounts.confirm(renewed.hash, clock.now())).toBe(true);
    const unusable = newCode(ports, 'confirm');
    await accounts.renewRegistration(other.id, unusable, emails, clock.now());
    expect(await accounts.confirm(unusable.hash, clock.now())).toBe(false);
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'confirm', 'confirm', 'known-address']);
  });

  it('confirms an address by an unexpired code of the purpose, once', async () => {
    const ports = open();
    const code = newCode(ports, 'confirm');
    const account = await registerUser(ports, newEmail(), code);
    const { accounts, clock } = ports;
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', code.expires_at)).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', clock.now())).toEqual(account);
    expect([await accounts.confirm(code.hash, clock.now()), await accounts.confirm(code.hash, clock.now())]).toEqual([true, false]);
    expect(await accounts.findById(account.id)).toMatchObject({ is_confirmed: true });
  });

  it('invalidates older codes of a purpose with a new one', async () => {
    const ports = open();
    const { id, email } = await registerUser(ports);
    const { accounts, clock } = ports;
    const [older, newer] = [newCode(ports, 'reset'), newCode(ports, 'reset')];
    for (const code of [older, newer]) await accounts.replaceCode(id, code, emailTo(email, 'reset'), clock.now());
    expect(await accounts.findByCode(older.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(newer.hash, 'reset', clock.now())).toMatchObject({ id });
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'reset', 'reset']);
  });

  it('resets a password by code once, confirms the address, and ends all sessions', async () => {
    const ports = open();
    const { accounts, sessions, clock } = ports;
    const { id, email } = await registerUser(ports);
    await openSession(ports, id);
    const code = newCode(ports, 'reset');
    await accounts.replaceCode(id, code, emailTo(email, 'reset'), clock.now());
    const newPassword = { password_hash: 'new hash', notificationEmail: emailTo(email, 'password-changed'), session_hash: null };
    expect(await accounts.resetPassword(code.hash, newPassword, clock.now())).toBe(true);
    expect(await accounts.resetPassword(code.hash, newPassword, clock.now())).toBe(false);
    expect(await accounts.findById(id)).toMatchObject({ password_hash: 'new hash', is_confirmed: true });
    expect(await sessions.listFor(id, '', clock.now())).toEqual([]);
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'reset', 'password-changed']);
  });

  it('changes a password and signs out the session where it was changed, too', async () => {
    const ports = open();
    const { accounts, sessions, clock } = ports;
    const { id } = await registerUser(ports);
    const [current] = [await openSession(ports, id), await openSession(ports, id)];
    await accounts.changePassword(id, { password_hash: 'new hash', notificationEmail: null, session_hash: current }, clock.now());
    expect(await accounts.findById(id)).toMatchObject({ password_hash: 'new hash' });
    expect(await sessions.listFor(id, '', clock.now())).toEqual([]);
  });
}

export function describeAdministrators(open: OpenPorts): void {
  it('creates an administrator who still needs a password', async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const email = newEmail();
    const code = newCode(ports, 'reset');
    const promotion = await administrators.promote(email, null, code, operator, clock.now());
    expect(promotion).toMatchObject({ how: 'made', needsCode: true });
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toMatchObject({ id: promotion.user_id, role_id: 1 });
    expect((await administrators.list()).map((each) => each.email)).toContain(email);
  });

  it('lets a promoted user choose a new password, and keeps that of an administrator', async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const code = newCode(ports, 'confirm');
    const user = await registerUser(ports, newEmail(), code);
    await accounts.confirm(code.hash, clock.now());
    await openSession(ports, user.id);
    const promotion = await administrators.promote(user.email, null, newCode(ports, 'reset'), operator, clock.now());
    expect(promotion).toEqual({ user_id: user.id, how: 'promoted', needsCode: true });
    expect(await accounts.findById(user.id)).toMatchObject({ password_hash: null, role_id: 1 });
    expect(await ports.sessions.listFor(user.id, '', clock.now())).toEqual([]);
    await administrators.promote(user.email, 'new hash', newCode(ports, 'reset'), operator, clock.now());
    expect(await administrators.promote(user.email, null, newCode(ports, 'reset'), operator, clock.now())).toMatchObject({
      how: 'kept',
      needsCode: false,
    });
    expect(await accounts.findById(user.id)).toMatchObject({ password_hash: 'new hash' });
    const entries = (await ports.auditOf(operator)).filter(({ person }) => person === user.email);
    expect(entries.map(({ act, details }) => [act, details])).toEqual([
      ['administrator_appointed', { account: 'administrator' }],
      ['administrator_appointed', { account: 'existing' }],
    ]);
  });

  it("does not promote a registration, which may be a stranger's", async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const code = newCode(ports, 'confirm');
    const registration = await registerUser(ports, newEmail(), code);
    const promotion = await administrators.promote(registration.email, null, newCode(ports, 'reset'), operator, clock.now());
    expect(promotion).toMatchObject({ how: 'made', needsCode: true });
    expect(promotion.user_id).not.toBe(registration.id);
    expect(await accounts.findById(registration.id)).toMatchObject({ is_confirmed: false, role_id: 2 });
    expect(await accounts.confirm(code.hash, clock.now())).toBe(false);
  });

  it('replaces the password of an administrator by a code', async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const email = newEmail();
    expect(await administrators.resetPassword(email, newCode(ports, 'reset'), operator, clock.now())).toBeNull();
    const { user_id: id } = await administrators.promote(email, 'hash', newCode(ports, 'reset'), operator, clock.now());
    await openSession(ports, id);
    const code = newCode(ports, 'reset');
    expect(await administrators.resetPassword(email, code, operator, clock.now())).toBe(id);
    expect(await accounts.findById(id)).toMatchObject({ role_id: 1, password_hash: null });
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toMatchObject({ id });
    expect(await ports.sessions.listFor(id, '', clock.now())).toEqual([]);
  });

  it('demotes administrators only, and not the last one', async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const [email, other] = [newEmail(), newEmail()];
    expect(await administrators.demote(email, operator, clock.now())).toEqual({ outcome: 'no administrator' });
    const { user_id: id } = await administrators.promote(email, 'hash', newCode(ports, 'reset'), operator, clock.now());
    await administrators.promote(other, 'hash', newCode(ports, 'reset'), operator, clock.now());
    for (const each of await administrators.list())
      if (each.email !== email && each.email !== other) await administrators.demote(each.email, operator, clock.now());
    expect(await administrators.demote(email, operator, clock.now())).toEqual({ outcome: 'demoted', user_id: id });
    expect(await accounts.findById(id)).toMatchObject({ role_id: 2, password_hash: 'hash' });
    expect(await administrators.demote(other, operator, clock.now())).toEqual({ outcome: 'last one' });
    const actsOn = async (person: string) =>
      (await ports.auditOf(operator)).flatMap((entry) => (entry.person === person ? [entry.act] : []));
    expect([await actsOn(email), await actsOn(other)]).toEqual([
      ['administrator_dismissed', 'administrator_appointed'],
      ['administrator_appointed'],
    ]);
  });
}

export function describeOwnData(open: OpenPorts): void {
  it('exports the account without its password hash', async () => {
    const ports = open();
    const { id, email } = await registerUser(ports);
    const exported = await ports.ownData.exportAll(id);
    expect(exported).toMatchObject({ account: { id, email } });
    expect(JSON.stringify(exported)).not.toContain('old hash');
  });

  it('deletes an account unless its subscription is running', async () => {
    const ports = open();
    const [free, subscriber] = [await registerUser(ports), await registerUser(ports)];
    await ports.startSubscription(subscriber.id);
    expect(await ports.ownData.deleteAccount(free.id, free.email)).toBe(true);
    expect(await ports.ownData.deleteAccount(subscriber.id, subscriber.email)).toBe(false);
    expect(await ports.accounts.findById(free.id)).toBeNull();
    expect(await ports.accounts.findById(subscriber.id)).not.toBeNull();
  });
}
