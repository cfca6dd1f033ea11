import { emailTo, newCode, newEmail, openSession, type OpenPorts, register, registerUser } from './auth-ports';

export function describeAccounts(open: OpenPorts): void {
  it('registers an address once and emails its owner either way', async () => {
    const ports = open();
    const email = newEmail();
    expect(await register(ports, email)).toMatchObject({ email, is_confirmed: false, role_id: 2, password_hash: 'old hash' });
    expect(await register(ports, email)).toBeNull();
    expect(await ports.queuedEmails(email)).toEqual(['confirm', 'known-address']);
    expect(await ports.accounts.findByEmail(email)).toMatchObject({ email });
    expect(await ports.accounts.findByEmail(newEmail())).toBeNull();
  });

  it('confirms an address by an unexpired code of the purpose, once', async () => {
    const ports = open();
    const code = newCode(ports, 'confirm');
    const account = await register(ports, newEmail(), code);
    const { accounts, clock } = ports;
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', code.expires_at)).toBeNull();
    expect(await accounts.findByCode(code.hash, 'confirm', clock.now())).toEqual(account);
    expect([await accounts.confirm(code.hash, clock.now()), await accounts.confirm(code.hash, clock.now())]).toEqual([true, false]);
    expect(await accounts.findById(account?.id ?? '')).toMatchObject({ is_confirmed: true });
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
    const promotion = await administrators.promote(email, null, code, clock.now());
    expect(promotion).toMatchObject({ how: 'made', needsCode: true });
    expect(await accounts.findByCode(code.hash, 'reset', clock.now())).toMatchObject({ id: promotion.user_id, role_id: 1 });
    expect((await administrators.list()).map((each) => each.email)).toContain(email);
  });

  it('keeps the password of a confirmed account and drops that of an unconfirmed one', async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const code = newCode(ports, 'confirm');
    const confirmed = await register(ports, newEmail(), code);
    await accounts.confirm(code.hash, clock.now());
    await openSession(ports, confirmed?.id ?? '');
    const promotion = await administrators.promote(confirmed?.email ?? '', null, newCode(ports, 'reset'), clock.now());
    expect(promotion).toEqual({ user_id: confirmed?.id, how: 'promoted', needsCode: false });
    expect(await ports.sessions.listFor(promotion.user_id, '', clock.now())).toEqual([]);
    const unconfirmed = await registerUser(ports);
    expect(await administrators.promote(unconfirmed.email, null, newCode(ports, 'reset'), clock.now())).toMatchObject({ needsCode: true });
    expect(await accounts.findById(unconfirmed.id)).toMatchObject({ password_hash: null, is_confirmed: true });
  });

  it('demotes administrators only', async () => {
    const ports = open();
    const { administrators, accounts, clock } = ports;
    const { id, email } = await registerUser(ports);
    expect(await administrators.demote(email)).toBeNull();
    await administrators.promote(email, 'hash', newCode(ports, 'reset'), clock.now());
    expect(await administrators.demote(email)).toBe(id);
    expect(await accounts.findById(id)).toMatchObject({ role_id: 2, password_hash: 'hash' });
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
