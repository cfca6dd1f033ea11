import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DAY_MS } from '#domain/durations';

const run = promisify(execFile);

const authority = `
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
unique_subject = no
default_md = sha256
policy = names
x509_extensions = extensions
[names]
commonName = supplied
[extensions]
subjectAltName = DNS:localhost,IP:127.0.0.1
basicConstraints = critical,CA:TRUE
`;

/** A certificate of this machine that it signed for itself, and the file that makes it trusted. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly file: string;
  /** Its last day. */
  readonly lastDay: string;
}

/** Makes certificates with openssl, each with an end this many days from now, which may be negative. */
export async function makeCertificates(daysLeft: readonly number[]): Promise<readonly Certificate[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'corklight-certificates-'));
  await writeFile(join(cwd, 'ca.cnf'), authority);
  await writeFile(join(cwd, 'index.txt'), '');
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem -out request.pem -subj /CN=localhost';
  await run('openssl', ['req', ...newKey.split(' ')], { cwd });
  const key = await readFile(join(cwd, 'key.pem'), 'utf8');
  const made: Certificate[] = [];
  for (const days of daysLeft) {
    const end = new Date(Date.now() + days * DAY_MS);
    const file = join(cwd, `certificate-${made.length}.pem`);
    const time = end.toISOString().replaceAll(/[-T:]|\.\d+/g, '');
    const period = ['-startdate', '20200101000000Z', '-enddate', time, '-notext', '-out', file];
    await run('openssl', ['ca', '-batch', '-selfsign', '-config', 'ca.cnf', '-keyfile', 'key.pem', '-in', 'request.pem', ...period], {
      cwd,
    });
    made.push({ key, cert: await readFile(file, 'utf8'), file, lastDay: end.toISOString().slice(0, 10) });
  }
  return made;
}

/** Why this machine cannot make certificates; null if it can. */
export const whyNoCertificates = (): Promise<string | null> =>
  run('openssl', ['version']).then(
    () => null,
    () => 'openssl is missing',
  );
