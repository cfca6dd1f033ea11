import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { DAY_MS } from '#domain/durations';

const run = promisify(execFile);

const configuration = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = names
x509_extensions = server
[names]
commonName = supplied
[server]
subjectAltName = $ENV::NAMES
`;

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
const POLL_INTERVAL_MS = 20;

const THIS_MACHINE = 'DNS:localhost,IP:127.0.0.1';

/** A certificate that an authority signed, and the file of the authority that makes it trusted. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly authorityFile: string;
  /** Its last day. */
  readonly lastDay: string;
}

/** The end of a certificate, in days from now, which may be negative, and the hosts that it names. */
interface CertificateOptions {
  readonly daysLeft?: number;
  readonly names?: string;
}

/** Makes an authority in a new folder, and certificates that it signs, with openssl. */
export async function makeCertificates(cwd: string, wanted: readonly CertificateOptions[]): Promise<readonly Certificate[]> {
  await mkdir(cwd);
  const openssl = (args: string, names = THIS_MACHINE) => run('openssl', args.split(' '), { cwd, env: { ...process.env, NAMES: names } });
  await writeFile(join(cwd, 'ca.cnf'), configuration);
  await writeFile(join(cwd, 'index.txt'), '');
  await openssl(`req -x509 ${NEW_KEY} -keyout ca.key -out ca.pem -days 90 -subj /CN=authority`);
  await openssl(`req ${NEW_KEY} -keyout key.pem -out request.pem -subj /CN=server`);
  const key = await readFile(join(cwd, 'key.pem'), 'utf8');
  const made: Certificate[] = [];
  for (const { daysLeft = 30, names } of wanted) {
    const lastDay = new Date(Date.now() + daysLeft * DAY_MS).toISOString();
    const period = `-startdate 20200101000000Z -enddate ${lastDay.replaceAll(/[-T:]|\.\d+/g, '')}`;
    await openssl(`ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in request.pem ${period} -notext -out cert.pem`, names);
    const cert = await readFile(join(cwd, 'cert.pem'), 'utf8');
    made.push({ key, cert, authorityFile: join(cwd, 'ca.pem'), lastDay: lastDay.slice(0, 10) });
  }
  return made;
}

/** Whether new connections find the configuration that was loaded after this moment. */
async function isConfiguredSince(url: string, moment: Date): Promise<boolean> {
  const client = new Client({ connectionString: url, ssl: { rejectUnauthorized: false } });
  try {
    await client.connect();
    return (await client.query<{ since: boolean }>('select pg_conf_load_time() > $1 since', [moment])).rows[0]?.since === true;
  } catch {
    // It still serves no certificate.
    return false;
  } finally {
    await client.end();
  }
}

/** Makes a Postgres serve a certificate. `admin` is connected to it, and `folder` contains its data folder. */
export async function servePostgresCertificate(
  { admin, url, folder }: { readonly admin: Client; readonly url: string; readonly folder: string },
  { key, cert }: Certificate,
): Promise<void> {
  const { uid, gid } = await stat(join(folder, 'data'));
  for (const [setting, text] of Object.entries({ ssl_key_file: key, ssl_cert_file: cert })) {
    const file = join(folder, `${setting}.pem`);
    await writeFile(file, text, { mode: 0o600 });
    await chown(file, uid, gid);
    await admin.query(`alter system set ${setting} = '${file}'`);
  }
  await admin.query('alter system set ssl = on');
  const { rows } = await admin.query<{ now: Date }>('select clock_timestamp() now, pg_reload_conf()');
  while (!(await isConfiguredSince(url, rows[0]!.now))) await sleep(POLL_INTERVAL_MS);
}

/** Why this machine cannot make certificates; null if it can. */
export const whyNoCertificates = (): Promise<string | null> =>
  run('openssl', ['version']).then(
    () => null,
    () => 'openssl is missing',
  );

/** A certificate that localhost signed for itself, until 2126. */
export const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg9VMA0vp0zbJXN8kB
vrTWkytiKNb8ec7sGeCBziqbEnGhRANCAAQYR+opZ6qpKNk/heYvINFZDeLQSnjb
OJaFAfc9f/f2Y7+ARFhHf43ShJQIly37+eu5yaWrkZcNvALAiRPQ4Xzd
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUN29tw7HLMH6Fy7tJZS4NZtO2heIwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNDE1MjUwNloYDzIxMjYxMDMx
MTUyNTA2WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQYR+opZ6qpKNk/heYvINFZDeLQSnjbOJaFAfc9f/f2Y7+ARFhHf43S
hJQIly37+eu5yaWrkZcNvALAiRPQ4Xzdo2kwZzAdBgNVHQ4EFgQUupDMm3EeqvJn
Y7QHuzNdznUKOG8wHwYDVR0jBBgwFoAUupDMm3EeqvJnY7QHuzNdznUKOG8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAIt1Tq0QIjv9ABLKdYTeBV/+EXVeoABjLCD5kmcB87oMAiEAiANIy+2i
LS3LBLeXvB3lz4pl1wnAC7dBHMol29dULnI=
-----END CERTIFICATE-----`,
};
