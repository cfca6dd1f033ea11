import { Client } from 'pg';
import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import type { Benchmark } from '../benchmark.js';
import type { BuiltServer } from '../built-server.js';
import { compareBuilds } from '../compare-builds.js';

const credentials = JSON.stringify({ email: 'bench@bench.test', password: 'plum otter lake 42' });
/** KiB per password hash: the product's default. */
const ARGON2_MEMORY = 19_456;

async function createUser(url: string): Promise<void> {
  const hash = await new Argon2Passwords({ ARGON2_MEMORY }).hash('plum otter lake 42');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`insert into users (email, password_hash, is_confirmed, created_at) values ('bench@bench.test', $1, true, now())`, [
    hash,
  ]);
  await client.end();
}

/** Cookies and headers of a browser that has loaded the site. */
async function browserHeaders(server: BuiltServer): Promise<Record<string, string>> {
  const { cookies } = await server.send('GET', '/api/sessions');
  const pairs = cookies.map((cookie) => cookie.split(';')[0] ?? '');
  const csrfToken = pairs.find((pair) => pair.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? '';
  return { cookie: pairs.join('; '), 'x-xsrf-token': csrfToken, 'content-type': 'application/json' };
}

/** Signing in with a password over HTTP. */
export const login: Benchmark = {
  title: 'POST /api/auth/login',
  measure: (bench) =>
    compareBuilds(bench, {
      operation: 'login with a correct password',
      settings: { ARGON2_MEMORY: String(ARGON2_MEMORY) },
      prepare: async (server, url) => {
        await createUser(url);
        const headers = await browserHeaders(server);
        return async () => {
          const { status, body } = await server.send('POST', '/api/auth/login', headers, credentials);
          if (status !== 200) throw new Error(`login failed: ${body}`);
        };
      },
    }),
};
