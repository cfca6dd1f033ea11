import { DataSource } from 'typeorm';
import { CHALLENGE_MS } from '#domain/auth/passkeys/passkeys';
import { Clock } from '#domain/clock';
import { Passwords } from '#domain/auth/account/passwords';
import { Secrets } from '#domain/secrets';
import { Sessions } from '#server/auth/typeorm/sessions';
import { timeStepAt } from '#domain/auth/second-factor';
import { SecurityLog } from '#domain/auth/security-log';
import { EmailBranding } from '#domain/mail/emails';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { Administrators } from '#server/people/typeorm/administrators';
import { CookieBrowser, emailsTo } from '../../support/app/cookie-browser';
import { type AnswerFaults, type SentOptions, SoftwareAuthenticator } from '../../support/app/software-authenticator';
import { createTestApp, createTestAppWithDatabase, type TestAppWithDatabase } from '../../support/app/test-app';
import type { UserKind } from '../../support/app/test-users';
import { sendDuringPasswordChange } from '../../support/app/waiting-request';
import { servedEndpoints } from '../../support/app/served-endpoints';
import { operator } from '../../support/fakes/audit';

const password = 'plum otter lake 42';

let site: TestAppWithDatabase;
let hash: string;
beforeAll(async () => {
  site = await createTestAppWithDatabase();
  hash = await site.app.get(Passwords).hash(password);
});
afterAll(() => site.close());

/** A user with a password, signed in. */
const personOf = async (kind: UserKind = 'free') => {
  const { id, email } = await site.createUser(kind);
  await site.sql('update users set password_hash = $2 where id = $1', [id, hash]);
  const browser = await CookieBrowser.open(site.app);
  await signIn(browser, email);
  return { id, email, browser };
};
const signIn = (browser: CookieBrowser, email: string) => browser.post('/api/auth/login', { email, password });

const check = (browser: CookieBrowser) => browser.post('/api/users/me/owner-check', { password });
const optionsOf = async (browser: CookieBrowser, path: string) => {
  const { status, body } = await browser.post(path);
  expect([status, body]).toEqual([200, { options: expect.any(Object) }]);
  return body['options'] as SentOptions & Record<string, unknown>;
};
const beginAdding = (browser: CookieBrowser) => optionsOf(browser, '/api/users/me/passkeys/options');
const beginSignIn = (browser: CookieBrowser) => optionsOf(browser, '/api/auth/passkey/options');
const addPasskey = async (browser: CookieBrowser, name = 'Phone') => {
  await check(browser);
  const authenticator = new SoftwareAuthenticator();
  const credential = authenticator.create(await beginAdding(browser));
  const added = await browser.post('/api/users/me/passkeys', { name, credential });
  expect(added.status).toBe(200);
  return { authenticator, added: added.body as { passkey: { id: string }; recovery_codes: string[] } };
};

describe('passkeys', () => {
  const answer = (browser: CookieBrowser, credential: object) => browser.post('/api/auth/passkey', { credential });
  const userOf = async (browser: CookieBrowser) => (await browser.send('GET', '/api/sessions')).body['user'];

  it('are added after an owner check, signed by the authenticator, and listed by name', async () => {
    const { id, email, browser } = await personOf();
    const elsewhere = await CookieBrowser.open(site.app);
    await signIn(elsewhere, email);
    const refused = await browser.post('/api/users/me/passkeys/options');
    expect([refused.status, refused.body['code']]).toEqual([422, 'owner_check_needed']);
    await check(browser);
    expect(await beginAdding(browser)).toMatchObject({
      rp: { id: 'localhost', name: 'Corklight' },
      user: { name: email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { added } = await addPasskey(browser);
    expect(added.passkey).toEqual({ id: expect.any(String), name: 'Phone', added_at: expect.any(String), used_at: null });
    expect(added.recovery_codes).toHaveLength(10);
    expect(await userOf(elsewhere)).toBeNull();
    const second = await addPasskey(browser, 'Laptop');
    expect(second.added.recovery_codes).toEqual([]);
    const listed = (await browser.send('GET', '/api/users/me/passkeys')).body as unknown as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(['Phone', 'Laptop']);
    const options = await beginAdding(browser);
    expect(options['excludeCredentials']).toHaveLength(2);
    const again = await browser.post('/api/users/me/passkeys', { name: 'Again', credential: second.authenticator.create(options) });
    expect(again.status).toBe(409);
    expect((await browser.send('GET', '/api/users/me/second-factor')).body).toEqual({
      added_at: null,
      recovery_codes_left: 10,
      is_missing: false,
    });
    const exported = await browser.post('/api/users/me/export', { password });
    expect(exported.body['passkeys']).toEqual(
      ['Phone', 'Laptop'].map((name) => expect.objectContaining({ name, added_at: expect.any(String) })),
    );
    expect(JSON.stringify(exported.body['passkeys'])).not.toContain('key"');
    expect((await emailsTo(site.database.pool, email, 'second-factor')).map(({ subject }) => subject)).toEqual(
      ['Phone', 'Laptop'].map((name) => `The passkey “${name}” was added to your Corklight account`),
    );
    expect((await browser.post('/api/users/me/deletion', { password })).status).toBe(204);
    const left = await site.sql('select from passkeys where user_id = $1 union all select from recovery_codes where user_id = $1', [id]);
    expect(left).toEqual([]);
  });

  it('are at most 20, also when several browsers add one at once', async () => {
    const { id, email, browser } = await personOf();
    const { authenticator } = await addPasskey(browser);
    await site.sql(
      `insert into passkeys (user_id, name, credential_id, public_key, counter, transports, added_at)
       select user_id, name, 'copycopy' || lpad(n::text, 4, '0'), public_key, 0, transports, added_at from passkeys, generate_series(1, 18) n where user_id = $1`,
      [id],
    );
    const begun = [];
    for (const _ of [1, 2]) {
      const other = await CookieBrowser.open(site.app);
      await signIn(other, email);
      await answer(other, authenticator.get(await beginSignIn(other)));
      await check(other);
      begun.push({ other, credential: new SoftwareAuthenticator().create(await beginAdding(other)) });
    }
    const added = await Promise.all(
      begun.map(({ other, credential }) => other.post('/api/users/me/passkeys', { name: 'More', credential })),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });

  it('are not added in a session that a new password ends in that moment', async () => {
    const { id, email, browser } = await personOf();
    await check(browser);
    const credential = new SoftwareAuthenticator().create(await beginAdding(browser));
    const { status } = await sendDuringPasswordChange(site.database.pool, email, () =>
      browser.post('/api/users/me/passkeys', { name: 'Late', credential }),
    );
    expect([status, await site.sql('select from passkeys where user_id = $1', [id])]).toEqual([401, []]);
  });

  it('sign in without a password', async () => {
    const { email, browser } = await personOf();
    const { authenticator } = await addPasskey(browser);
    const other = await CookieBrowser.open(site.app);
    const before = other.sessionCookie;
    const options = await beginSignIn(other);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
    expect((await answer(other, authenticator.get(options))).body).toMatchObject({ user: { email } });
    expect(other.sessionCookie).not.toBe(before);
    expect(await userOf(other)).toMatchObject({ email });
    expect((await other.send('GET', '/api/users/me/passkeys')).text).toMatch(/"used_at":"\d/);
  });

  it('are asked for after the password, for which recovery codes stand in', async () => {
    const { email, browser } = await personOf();
    const { authenticator, added } = await addPasskey(browser);
    const stranger = await addPasskey((await personOf()).browser);
    const other = await CookieBrowser.open(site.app);
    expect((await signIn(other, email)).body).toEqual({ user: null, next: 'code' });
    const options = await beginSignIn(other);
    expect(options['allowCredentials']).toEqual([
      { id: authenticator.id.toString('base64url'), type: 'public-key', transports: ['internal'] },
    ]);
    expect((await answer(other, stranger.authenticator.get(options))).status).toBe(422);
    expect((await answer(other, authenticator.get(await beginSignIn(other)))).body).toMatchObject({ user: { email } });
    const third = await CookieBrowser.open(site.app);
    await signIn(third, email);
    expect((await third.post('/api/auth/login/code', { code: added.recovery_codes[0] })).body).toMatchObject({ user: { email } });
    expect((await third.send('GET', '/api/users/me/second-factor')).body).toMatchObject({ recovery_codes_left: 9 });
    const withoutPasskey = await personOf();
    await site.sql(`insert into second_factors (user_id, sealed_key, created_at, confirmed_at) values ($1, 'sealed', now(), now())`, [
      withoutPasskey.id,
    ]);
    await signIn(third, withoutPasskey.email);
    expect((await third.post('/api/auth/passkey/options')).body['error']).toBe('This account has no passkey.');
  });

  it('end the second factor with the last of them', async () => {
    const { id, email, browser } = await personOf();
    const [first, second] = [await addPasskey(browser, 'One'), await addPasskey(browser, 'Two')];
    const remove = (passkey: string, by = browser) => by.send('DELETE', `/api/users/me/passkeys/${passkey}`);
    const stranger = (await personOf()).browser;
    expect((await remove(first.added.passkey.id, stranger)).body['code']).toBe('owner_check_needed');
    await check(stranger);
    expect((await remove(first.added.passkey.id, stranger)).status).toBe(404);
    expect((await remove(first.added.passkey.id)).status).toBe(204);
    expect((await remove(first.added.passkey.id)).status).toBe(404);
    const other = await CookieBrowser.open(site.app);
    expect((await answer(other, first.authenticator.get(await beginSignIn(other)))).status).toBe(422);
    expect((await signIn(other, email)).body).toMatchObject({ next: 'code' });
    expect((await remove(second.added.passkey.id)).status).toBe(204);
    expect((await signIn(other, email)).body).toMatchObject({ next: 'none' });
    expect(await site.sql('select from recovery_codes where user_id = $1', [id])).toHaveLength(0);
    expect((await emailsTo(site.database.pool, email, 'second-factor')).map(({ subject }) => subject)).toContain(
      'The passkey “Two” was removed from your Corklight account',
    );
  });

  describe('are refused', () => {
    it.each<[what: string, faults: AnswerFaults]>([
      ['of another site', { origin: 'http://localhost:3001' }],
      ['for another host name', { host: 'evil.test' }],
      ['without verifying the user', { isUserVerified: false }],
    ])('%s', async (_, faults) => {
      const { browser } = await personOf();
      await check(browser);
      const created = new SoftwareAuthenticator().create(await beginAdding(browser), faults);
      expect((await browser.post('/api/users/me/passkeys', { name: 'Phone', credential: created })).status).toBe(422);
      const { authenticator } = await addPasskey(browser);
      const other = await CookieBrowser.open(site.app);
      expect((await answer(other, authenticator.get(await beginSignIn(other), faults))).status).toBe(422);
      expect(await userOf(other)).toBeNull();
    });

    it('with a challenge that was used, is expired, of another purpose, or of another browser', async () => {
      const { browser } = await personOf();
      const { authenticator } = await addPasskey(browser);
      const [one, two] = [await CookieBrowser.open(site.app), await CookieBrowser.open(site.app)];
      expect((await answer(two, authenticator.get(await beginSignIn(one)))).status).toBe(422);
      await beginSignIn(two);
      expect((await answer(two, authenticator.get(await beginSignIn(one)))).status).toBe(422);
      const used = await beginSignIn(one);
      expect((await answer(one, authenticator.get(used))).status).toBe(200);
      expect((await answer(one, authenticator.get(used))).status).toBe(422);
      const check = await optionsOf(one, '/api/users/me/owner-check/passkey/options');
      expect((await answer(one, authenticator.get(check))).status).toBe(422);
      const late = await beginSignIn(two);
      await site.sql(`update passkey_challenges set expires_at = expires_at - $1::int * interval '1 ms'`, [CHALLENGE_MS]);
      expect((await answer(two, authenticator.get(late))).status).toBe(422);
    });

    it('with a counter that goes back, as of a copy, the signature of another key, or another owner', async () => {
      const { browser } = await personOf();
      const { authenticator } = await addPasskey(browser);
      const other = await CookieBrowser.open(site.app);
      expect((await answer(other, authenticator.get(await beginSignIn(other), { counter: 3 }))).status).toBe(200);
      expect((await answer(other, authenticator.get(await beginSignIn(other), { counter: 3 }))).status).toBe(422);
      expect((await answer(other, authenticator.get(await beginSignIn(other), { counter: 4 }))).status).toBe(200);
      const id = authenticator.id.toString('base64url');
      const forger = new SoftwareAuthenticator();
      expect((await answer(other, { ...forger.get(await beginSignIn(other)), id, rawId: id })).status).toBe(422);
      const handle = { counter: 5, userHandle: Buffer.from('someone else').toString('base64url') };
      expect((await answer(other, authenticator.get(await beginSignIn(other), handle))).status).toBe(422);
      expect((await answer(other, authenticator.get(await beginSignIn(other), { counter: 5 }))).status).toBe(200);
    });

    it.each([
      ['no body', undefined],
      ['no credential', {}],
      ['text', { credential: 'x' }],
      ['other bytes', { credential: { id: '<>', rawId: 'x', type: 'public-key', response: {} } }],
    ])('as malformed: %s', async (_, body) => {
      const browser = await CookieBrowser.open(site.app);
      expect((await browser.post('/api/auth/passkey', body)).status).toBe(400);
    });

    it('as malformed, in words', async () => {
      const browser = await CookieBrowser.open(site.app);
      const { body } = await browser.post('/api/auth/passkey', { credential: { id: 'x', rawId: 'x', type: 'password', response: 1 } });
      expect(body['errors']).toEqual(['credential.type must be public-key', 'credential.response must be an object']);
    });

    it('to an account whose address is not confirmed', async () => {
      const user = await site.createUser('registered');
      await site.app.get(Sessions).save(site.app.get(Secrets).hash(user.token), { checked_at: site.app.get(Clock).now() });
      const { body } = await site.request('POST', '/api/users/me/passkeys/options', { as: user });
      expect(body['error']).toBe('Confirm your email address first.');
    });
  });

  it('show whose session it is, for five minutes and for this user only', async () => {
    const { browser } = await personOf();
    const { authenticator } = await addPasskey(browser);
    const other = await CookieBrowser.open(site.app);
    await answer(other, authenticator.get(await beginSignIn(other)));
    expect((await other.send('DELETE', '/api/users/me/sessions')).body['code']).toBe('owner_check_needed');
    expect((await other.send('GET', '/api/users/me/owner-check')).body).toMatchObject({ is_checked: false, has_passkey: true });
    const stranger = await addPasskey((await personOf()).browser);
    const begin = () => optionsOf(other, '/api/users/me/owner-check/passkey/options');
    const checkWith = (credential: object) => other.post('/api/users/me/owner-check/passkey', { credential });
    expect((await checkWith(stranger.authenticator.get(await begin()))).status).toBe(422);
    expect((await checkWith(authenticator.get(await begin()))).status).toBe(204);
    expect((await other.send('DELETE', '/api/users/me/sessions')).status).toBe(204);
    const without = (await personOf()).browser;
    expect((await without.post('/api/users/me/owner-check/passkey/options')).body['error']).toBe('This account has no passkey.');
  });
});

describe('the second factor', () => {
  const codeAt = (key: string, offset = 0) => site.app.get(Secrets).timeCode(key, timeStepAt(new Date()) + offset);
  const addFactor = async (browser: CookieBrowser) => {
    const begun = await browser.post('/api/users/me/second-factor', { password });
    expect(begun.status).toBe(200);
    const key = String(begun.body['key']);
    const code = codeAt(key);
    const confirmed = await browser.post('/api/users/me/second-factor/confirmation', { code });
    expect(confirmed.status).toBe(200);
    return { key, code, recoveryCodes: confirmed.body['recovery_codes'] as string[] };
  };

  it('signs in with the password and then the code of the app, each code once', async () => {
    const { email, browser } = await personOf();
    const { key, code: usedCode } = await addFactor(browser);
    const other = await CookieBrowser.open(site.app);
    expect((await signIn(other, email)).body).toEqual({ user: null, next: 'code' });
    expect((await other.post('/api/auth/login/code', { code: usedCode })).status).toBe(422);
    const code = codeAt(key, 1);
    expect((await other.post('/api/auth/login/code', { code })).body).toMatchObject({ user: { email } });
    expect((await other.send('GET', '/api/users/me/sessions')).status).toBe(200);
    const third = await CookieBrowser.open(site.app);
    await signIn(third, email);
    expect((await third.post('/api/auth/login/code', { code })).body).toMatchObject({ code: 'not_possible' });
  });

  it('lets the password alone reach nothing that needs an account', async () => {
    const { email, browser } = await personOf('admin');
    await addFactor(browser);
    const waiting = await CookieBrowser.open(site.app);
    await signIn(waiting, email);
    expect((await waiting.send('GET', '/api/sessions')).body).toMatchObject({ user: null });
    const guarded = servedEndpoints(site.app).filter(({ access }) => !['anyone', 'outside'].includes(access));
    expect(guarded.length).toBeGreaterThan(40);
    const statuses: [endpoint: string, status: number][] = [];
    for (const { endpoint, method, path } of guarded) {
      const { status } = await waiting.send(method as 'GET', path, method === 'GET' || method === 'DELETE' ? undefined : {});
      statuses.push([endpoint, status]);
    }
    expect(statuses.filter(([, status]) => status !== 401)).toEqual([]);
  });

  it('takes a recovery code once instead of a code of the app, and says how many are left', async () => {
    const { email, browser } = await personOf();
    const { recoveryCodes } = await addFactor(browser);
    expect(recoveryCodes).toHaveLength(10);
    const code = (recoveryCodes[3] ?? '').toLowerCase().replaceAll('-', ' ');
    const other = await CookieBrowser.open(site.app);
    await signIn(other, email);
    expect((await other.post('/api/auth/login/code', { code })).status).toBe(200);
    expect((await other.send('GET', '/api/users/me/second-factor')).body).toMatchObject({ recovery_codes_left: 9 });
    await signIn(other, email);
    expect((await other.post('/api/auth/login/code', { code })).status).toBe(422);
    const renewed = await browser.post('/api/users/me/second-factor/recovery-codes', { password });
    expect(renewed.body['recovery_codes']).toHaveLength(10);
    expect((await other.post('/api/auth/login/code', { code: recoveryCodes[5] })).status).toBe(422);
    expect((await other.post('/api/auth/login/code', { code: (renewed.body['recovery_codes'] as string[])[0] })).status).toBe(200);
  });

  it('asks for the password before it is added or removed, tells the owner, and stores no secret in the clear', async () => {
    const { id, email, browser } = await personOf();
    const elsewhere = await CookieBrowser.open(site.app);
    await signIn(elsewhere, email);
    expect((await browser.post('/api/users/me/second-factor', { password: 'wrong' })).status).toBe(422);
    const { key, recoveryCodes } = await addFactor(browser);
    expect((await elsewhere.send('GET', '/api/users/me/sessions')).status).toBe(401);
    const stored = JSON.stringify(await site.sql('select * from second_factors natural join recovery_codes where user_id = $1', [id]));
    expect(stored).toContain('sealed:');
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(secret);
    const exported = await browser.post('/api/users/me/export', { password });
    expect(exported.body['second_factor']).toEqual([
      { created_at: expect.any(String), confirmed_at: expect.any(String), recovery_codes_left: 10 },
    ]);
    expect((await browser.post('/api/users/me/second-factor', { password })).status).toBe(409);
    expect((await browser.post('/api/users/me/second-factor/removal', { password: 'wrong' })).status).toBe(422);
    expect((await browser.post('/api/users/me/second-factor/removal', { password })).status).toBe(204);
    expect((await browser.post('/api/users/me/second-factor/removal', { password })).status).toBe(404);
    expect((await signIn(await CookieBrowser.open(site.app), email)).body).toMatchObject({ user: { email }, next: 'none' });
    expect((await emailsTo(site.database.pool, email, 'second-factor')).map(({ subject }) => subject)).toEqual([
      'A second factor was added to your Corklight account',
      'The second factor of your Corklight account was removed',
    ]);
  });

  it('is not added by someone whose session ends with the old password in that moment', async () => {
    const { email, browser } = await personOf();
    const begun = await browser.post('/api/users/me/second-factor', { password });
    const code = codeAt(String(begun.body['key']));
    const confirm = () => browser.post('/api/users/me/second-factor/confirmation', { code });
    expect((await sendDuringPasswordChange(site.database.pool, email, confirm)).status).toBe(401);
    const other = await CookieBrowser.open(site.app);
    expect((await signIn(other, email)).body).toMatchObject({ user: { email } });
  });

  it('is not opened by the code of a password reset', async () => {
    const { email, browser } = await personOf();
    await addFactor(browser);
    const code = site.app.get(Secrets).createCode();
    await site.sql(
      `insert into codes (code_hash, user_id, purpose, created_at, expires_at) select $1, id, 'reset', now(), now() + interval '1 hour' from users where email = $2`,
      [site.app.get(Secrets).hash(code), email],
    );
    const other = await CookieBrowser.open(site.app);
    const reset = await other.post('/api/auth/password/reset', { reset_code: code, password: 'walnut otter lake 43' });
    expect(reset.body).toEqual({ message: expect.any(String) });
    expect((await other.send('GET', '/api/sessions')).body).toMatchObject({ user: null });
  });

  it('makes guesses wait like wrong passwords, apart from them, and leaves recovery codes when strangers are locked out', async () => {
    const limited = await createTestApp(site.database.url, {
      settings: { RATE_LIMITS: 'login-code=1000/60,login-code-hour=1000/3600,login=1000/60,login-hour=1000/3600' },
    });
    const { id, email } = await limited.createUser('free');
    await site.sql('update users set password_hash = $2 where id = $1', [id, hash]);
    const secrets = limited.app.get(Secrets);
    const recovery = 'ABCDEFGHIJKLMNOP';
    await site.sql(
      `with app as (insert into second_factors (user_id, sealed_key, created_at, confirmed_at, last_step) values ($1, $2, now(), now(), 0))
       insert into recovery_codes values ($1, $3)`,
      [id, secrets.seal(`${id} ${secrets.createKey()}`), [secrets.hash(recovery)]],
    );
    const browser = await CookieBrowser.open(limited.app);
    await signIn(browser, email);
    const guess = () => browser.post('/api/auth/login/code', { code: 'WRONG' });
    for (let count = 0; count < 10; count++) expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(429);
    const subject = (suffix: string) => secrets.sign('rate-limit', `second factor of ${id}${suffix}`);
    await site.sql('delete from sign_in_tries where subject = $1', [subject('')]);
    await site.sql('update sign_in_tries set tries = 100 where subject = $1', [subject('\nin a row')]);
    expect((await browser.post('/api/auth/login/code', { code: '123456' })).body['error']).toContain('recovery code');
    expect((await browser.post('/api/auth/login/code', { code: recovery })).status).toBe(200);
    await limited.close();
  });

  it('is removed by the operator with a record, also passkeys and recovery codes, and signs the person out', async () => {
    const { id, email, browser } = await personOf();
    await addFactor(browser);
    const { app } = site;
    await site.sql(
      `insert into passkeys (user_id, credential_id, public_key, counter, name, added_at) values ($1, 'lost', '', 0, 'Phone', now())`,
      [id],
    );
    const appoint = new AppointAdministrators(
      new Administrators(app.get(DataSource)),
      app.get(Passwords),
      app.get(EmailBranding),
      app.get(Secrets),
      app.get(Clock),
      app.get(SecurityLog),
    );
    expect(await appoint.resetSecondFactor(email, operator)).toBe(email);
    await expect(appoint.resetSecondFactor(email, operator)).rejects.toThrow('no account with a second factor');
    expect((await browser.send('GET', '/api/users/me/sessions')).status).toBe(401);
    const left = 'select user_id from passkeys where user_id = $1 union all select user_id from recovery_codes where user_id = $1';
    expect(await site.sql(left, [id])).toHaveLength(0);
    const rows = await site.sql('select action, actor_kind, actor_label, admin_id from account_audit where user_id = $1', [id]);
    expect(rows).toEqual([{ action: 'second_factor_reset', actor_kind: 'command', actor_label: operator.label, admin_id: null }]);
    expect(await emailsTo(site.database.pool, email, 'second-factor')).toHaveLength(2);
  });

  it('that was removed while its code is asked for elsewhere leads back to the password', async () => {
    const { email, browser } = await personOf();
    const { recoveryCodes } = await addFactor(browser);
    const other = await CookieBrowser.open(site.app);
    await signIn(other, email);
    expect((await browser.post('/api/users/me/second-factor/removal', { password })).status).toBe(204);
    expect(await other.post('/api/auth/login/code', { code: recoveryCodes[0] })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
    expect((await signIn(other, email)).body).toMatchObject({ user: { email } });
  });

  it('is erased with its owner', async () => {
    const { id, browser } = await personOf();
    await addFactor(browser);
    expect((await browser.post('/api/users/me/deletion', { password })).status).toBe(204);
    expect(await site.sql('select from second_factors where user_id = $1', [id])).toHaveLength(0);
  });

  it('makes administrators regular users until they add it or a passkey, where the site requires it', async () => {
    const optional = site;
    const required = await createTestApp(site.database.url, { settings: { REQUIRE_SECOND_FACTOR: 'admins' } });
    site = { ...optional, ...required };
    try {
      const { email, browser } = await personOf('admin');
      expect((await browser.send('GET', '/api/admin/jobs')).status).toBe(403);
      expect((await signIn(browser, email)).body).toMatchObject({ user: { role_id: 2 }, next: 'add_second_factor' });
      expect((await browser.send('GET', '/api/users/me/second-factor')).body).toMatchObject({ is_missing: true });
      await addFactor(browser);
      expect((await browser.send('GET', '/api/admin/jobs')).status).toBe(200);
      expect((await browser.send('GET', '/api/users/me/second-factor')).body).toMatchObject({ is_missing: false });
      const other = (await personOf('admin')).browser;
      expect((await other.send('GET', '/api/admin/jobs')).status).toBe(403);
      await addPasskey(other);
      expect((await other.send('GET', '/api/admin/jobs')).status).toBe(200);
    } finally {
      await required.close();
      site = optional;
    }
  });
});
