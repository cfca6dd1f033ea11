import { FREE_ATTEMPTS, MAX_FAILURES } from '#domain/auth/sessions/sign-in-attempts';
import { ipv4ClientIp } from '#domain/client-ip';
import { DAY_MS } from '#domain/durations';
import { SignInLocked, TooManyRequests } from '#domain/errors';
import { newEmail, openSession, type OpenPorts, registerUser } from './auth-ports';

export function describeSessions(open: OpenPorts): void {
  it("lists a user's active sessions and marks the current one", async () => {
    const ports = open();
    const { sessions, clock } = ports;
    const { id } = await registerUser(ports);
    const current = await openSession(ports, id);
    await openSession(ports, id);
    await openSession(ports, null);
    const listed = await sessions.listFor(id, current, clock.now());
    expect(listed.filter((session) => session.current)).toHaveLength(1);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatchObject({ user_agent: 'test', created_at: clock.now().toISOString() });
    expect(await sessions.listFor(id, current, new Date(clock.now().getTime() + DAY_MS))).toEqual([]);
  });

  it('ends one session, all others, or the closed one', async () => {
    const ports = open();
    const { sessions, clock } = ports;
    const [{ id }, other] = [await registerUser(ports), await registerUser(ports)];
    const kept = await openSession(ports, id);
    const closed = await openSession(ports, id);
    await openSession(ports, id);
    await sessions.close(closed);
    const listed = await sessions.listFor(id, kept, clock.now());
    const ended = listed.find(({ current }) => !current)?.id ?? '';
    expect(listed).toHaveLength(2);
    expect([await sessions.end(other.id, ended), await sessions.end(id, ended), await sessions.end(id, ended)]).toEqual([
      false,
      true,
      false,
    ]);
    await openSession(ports, id);
    await sessions.endOthers(id, kept);
    expect(await sessions.listFor(id, kept, clock.now())).toEqual([expect.objectContaining({ current: true })]);
    await sessions.endOthers(id, null);
    expect(await sessions.listFor(id, kept, clock.now())).toEqual([]);
  });
}

export function describeOwnerChecks(open: OpenPorts): void {
  it('remembers when the owner was checked, in this session only', async () => {
    const ports = open();
    const { sessions, viewers, clock } = ports;
    const { id } = await registerUser(ports);
    const tokenHash = await openSession(ports, id);
    const checkedAt = async (hash: string) => (await viewers.findBySessionToken(hash.replace('hash of ', ''))).session?.checked_at;
    expect(await checkedAt(tokenHash)).toBeNull();
    await sessions.saveOwnerCheck(tokenHash, clock.now());
    expect(await checkedAt(tokenHash)).toEqual(clock.now());
    expect(await checkedAt(await openSession(ports, id, tokenHash))).toBeNull();
  });
}

export function describePostedCodes(open: OpenPorts): void {
  it('remembers the registration whose code the browser has posted, without taking it for its own', async () => {
    const ports = open();
    const { sessions, viewers } = ports;
    const { id } = await registerUser(ports);
    const tokenHash = await openSession(ports, null);
    await sessions.savePostedCode(tokenHash, id);
    expect(await viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
      user: null,
      session: { pending_user_id: id, registering: false },
    });
  });
}

export function describeViewers(open: OpenPorts): void {
  it('finds the user of a session, with referral data of the session it replaced', async () => {
    const ports = open();
    const { id, email } = await registerUser(ports);
    const previous = await openSession(ports, null);
    await ports.sessions.saveSscid(previous, 'customer-42');
    const tokenHash = await openSession(ports, id, previous);
    expect(await ports.viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
      viewer: { kind: 'user', user: { role_id: 2, is_premium: false, is_confirmed: false } },
      user: { id, email, username: null, paddle_subscription_cancel_url: null },
      session: { token_hash: tokenHash, user_id: id, sscid: 'customer-42' },
    });
    expect(await ports.viewers.findBySessionToken(previous.replace('hash of ', ''))).toMatchObject({ user: null, session: null });
  });

  it('is anonymous without a token, with an unknown one, and without a user', async () => {
    const ports = open();
    const anonymous = { viewer: { kind: 'anonymous' }, user: null };
    const tokenHash = await openSession(ports, null);
    expect(await ports.viewers.findBySessionToken(undefined)).toEqual({ ...anonymous, session: null });
    expect(await ports.viewers.findBySessionToken('unknown')).toEqual({ ...anonymous, session: null });
    expect(await ports.viewers.findBySessionToken(tokenHash.replace('hash of ', ''))).toMatchObject({
      ...anonymous,
      session: { token_hash: tokenHash, user_id: null },
    });
  });
}

export function describeSignInAttempts(open: OpenPorts): void {
  const ip = ipv4ClientIp('203.0.113.7');

  it('throttles an account after its free attempts, but not its familiar IP', async () => {
    const { signInAttempts } = open();
    const email = newEmail();
    await signInAttempts.recordSuccess(email, ip);
    for (let count = 0; count < FREE_ATTEMPTS; count++) await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'));
    await expect(signInAttempts.record(email, ipv4ClientIp('198.51.100.2'))).rejects.toThrow(TooManyRequests);
    await signInAttempts.record(email, ip);
    await signInAttempts.recordSuccess(email, ip);
    await signInAttempts.record(email, ipv4ClientIp('198.51.100.2'));
  });

  it('tells familiar IPs from others', async () => {
    const { signInAttempts } = open();
    const email = newEmail();
    expect(await signInAttempts.record(email, ip)).toBe('stranger');
    await signInAttempts.recordSuccess(email, ip);
    expect([await signInAttempts.record(email, ip), await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))]).toEqual([
      'familiar',
      'stranger',
    ]);
  });

  it('locks strangers out after consecutive wrong passwords, until the owner signs in from a familiar IP', async () => {
    const { signInAttempts } = open();
    const email = newEmail();
    await signInAttempts.recordSuccess(email, ip);
    for (let count = 1; count < MAX_FAILURES; count++) expect(await signInAttempts.recordFailure(email)).toBe(false);
    await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'));
    expect([await signInAttempts.recordFailure(email), await signInAttempts.recordFailure(email)]).toEqual([true, false]);
    await expect(signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))).rejects.toThrow(SignInLocked);
    expect(await signInAttempts.record(email, ip)).toBe('familiar');
    await signInAttempts.recordSuccess(email, ip);
    expect(await signInAttempts.record(email, ipv4ClientIp('198.51.100.1'))).toBe('stranger');
  });
}
