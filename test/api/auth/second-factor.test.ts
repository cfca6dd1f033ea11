import { timeStepAt } from '#domain/auth/second-factor';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { EmailBranding } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { AppointAdministrators } from '#server/people/appoint-administrators';
import { Administrators } from '#server/people/typeorm/administrators';
import { DataSource } from 'typeorm';
import { type TestAppWithDatabase, createTestAppWithDatabase } from '../../support/app/test-app';
import { CookieBrowser, emailsTo } from '../../support/app/cookie-browser';
import { servedEndpoints } from '../../support/app/served-endpoints';
import { createUser, type UserKind } from '../../support/app/test-users';
import { sendDuringPasswordChange } from '../../support/app/waiting-request';
import { operator } from '../../support/fakes/audit';

const password = 'plum otter lake 42';
let hash: string;

describe('the second factor', () => {
  let site: TestAppWithDatabase;
  beforeAll(async () => {
    site = await createTestAppWithDatabase({ settings: { RATE_LIMITS: 'off' } });
    hash = await site.app.get(Passwords).hash(password);
  });
  afterAll(() => site.close());

  const codeAt = (key: string, offset = 0) => site.app.get(Secrets).timeCode(key, timeStepAt(new Date()) + offset);
  const signIn = (browser: CookieBrowser, email: string) => browser.post('/api/auth/login', { email, password });

  /** A user with a password, signed in. */
  const personOf = async (kind: UserKind = 'free') => {
    const { id, email } = await createUser(site.app, kind);
    await site.database.pool.query('update users set password_hash = $2 where id = $1', [id, hash]);
    const browser = await CookieBrowser.open(site.app);
    await signIn(browser, email);
    return { id, email, browser };
  };
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
    const stored = JSON.stringify(
      (await site.database.pool.query('select * from second_factors natural join recovery_codes where user_id = $1', [id])).rows,
    );
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
    await site.database.pool.query(
      `insert into codes (code_hash, user_id, purpose, created_at, expires_at) select $1, id, 'reset', now(), now() + interval '1 hour' from users where email = $2`,
      [site.app.get(Secrets).hash(code), email],
    );
    const other = await CookieBrowser.open(site.app);
    const reset = await other.post('/api/auth/password/reset', { reset_code: code, password: 'walnut otter lake 43' });
    expect(reset.body).toEqual({ message: expect.any(String) });
    expect((await other.send('GET', '/api/sessions')).body).toMatchObject({ user: null });
  });

  it('makes guesses wait like wrong passwords, apart from them, and leaves recovery codes when strangers are locked out', async () => {
    const limited = await createTestAppWithDatabase({
      settings: {
        RATE_LIMITS: 'login-code=1000/60,login-code-hour=1000/3600,login=1000/60,login-hour=1000/3600',
      },
    });
    try {
      const { id, email } = await createUser(limited.app, 'free');
      await limited.database.pool.query('update users set password_hash = $2 where id = $1', [id, hash]);
      const secrets = limited.app.get(Secrets);
      const recovery = 'ABCDEFGHIJKLMNOP';
      await limited.database.pool.query(
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
      await limited.database.pool.query('delete from sign_in_tries where subject = $1', [subject('')]);
      await limited.database.pool.query('update sign_in_tries set tries = 100 where subject = $1', [subject('\nin a row')]);
      expect((await browser.post('/api/auth/login/code', { code: '123456' })).body['error']).toContain('recovery code');
      expect((await browser.post('/api/auth/login/code', { code: recovery })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it('is removed by the operator with a record, also passkeys and recovery codes, and signs the person out', async () => {
    const { id, email, browser } = await personOf();
    await addFactor(browser);
    const { app } = site;
    await site.database.pool.query(
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
    expect((await site.database.pool.query(left, [id])).rowCount).toBe(0);
    const { rows } = await site.database.pool.query(
      'select action, actor_kind, actor_label, admin_id from account_audit where user_id = $1',
      [id],
    );
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
    expect((await site.database.pool.query('select from second_factors where user_id = $1', [id])).rowCount).toBe(0);
  });

  it('makes administrators regular users until they add it, where the site requires it', async () => {
    const optional = site;
    site = await createTestAppWithDatabase({ settings: { RATE_LIMITS: 'off', REQUIRE_SECOND_FACTOR: 'admins' } });
    try {
      const { email, browser } = await personOf('admin');
      expect((await browser.send('GET', '/api/admin/jobs')).status).toBe(403);
      expect((await signIn(browser, email)).body).toMatchObject({ user: { role_id: 2 }, next: 'add_second_factor' });
      expect((await browser.send('GET', '/api/users/me/second-factor')).body).toMatchObject({ is_missing: true });
      await addFactor(browser);
      expect((await browser.send('GET', '/api/admin/jobs')).status).toBe(200);
      expect((await browser.send('GET', '/api/users/me/second-factor')).body).toMatchObject({ is_missing: false });
    } finally {
      await site.close();
      site = optional;
    }
  });
});
