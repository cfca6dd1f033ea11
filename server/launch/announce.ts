import { relative, resolve } from 'node:path';
import { type Config, isSandboxAllowed } from '#server/config/config';
import { wholeNumber } from '#domain/numbers';
import { hostNameOf, isLoopbackHost } from '#domain/site/hosts';
import type { OpenDatabase } from '#server/launch/postgres/open-database';
import type { DemoCredentials } from '#server/demo/demo-credentials';

interface StartupInfo {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly port: number;
  /** The path that makes a browser one of this machine. */
  readonly localPath: string;
  /** Rows of demo data that were loaded. */
  readonly demoRows: number;
  /** The demo users; null without a demo. */
  readonly credentials: DemoCredentials | null;
  readonly hasAdministrator: boolean;
  /** Whether npm started the server: the program `corklight` need not be on the path then. */
  readonly isRunByNpm: boolean;
  /** Prints a line, where the log goes. */
  readonly print: (line: string) => void;
}

/** Addresses that are reachable as localhost on this machine. */
const localHosts = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** Prints where the site and its captured mail are. */
function printAddresses({ config, port, localPath, print }: StartupInfo): void {
  if (port !== config.PORT && config.PORT !== 0)
    print(`  Port ${config.PORT} is in use by another program: using ${port}. Set PORT to choose another.`);
  const host = localHosts.has(config.HOST) ? 'localhost' : config.HOST;
  const origin = config.PUBLIC_URL ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const isOnThisMachine = isSandboxAllowed(config) && isLoopbackHost(hostNameOf(new URL(origin).host) ?? '');
  const isMailCaptured = config.SMTP_URL === undefined && isSandboxAllowed(config);
  print(
    `  Open  ${origin}${isOnThisMachine ? localPath : ''}   API docs  ${origin}/api/docs${isMailCaptured ? '   Captured mail  /dev/mail' : ''}`,
  );
  if (config.SMTP_URL === undefined && !isMailCaptured) print('  No email is sent: set SMTP_URL and MAIL_FROM.');
}

/** A path from the working folder, or the whole path if that is shorter. */
function shorterPath(path: string): string {
  const [whole, fromHere] = [resolve(path), relative(process.cwd(), path)];
  return fromHere.length < whole.length ? fromHere : whole;
}

/** Where the password of the demo users is. */
const passwordPlace = ({ path }: DemoCredentials): string =>
  path === null ? 'password  unchanged, in the DATA_DIR that made the demo' : `password  in ${shorterPath(path)}`;

/** Prints the first lines on the terminal: what was set up, the URL and the data folder. */
export function printStartupInfo(info: StartupInfo): void {
  const { database, demoRows, credentials, hasAdministrator, isRunByNpm, print } = info;
  const folder = database.directory === null ? null : relative(process.cwd(), database.directory);
  const shownFolder = folder === null ? null : folder.startsWith('..') ? database.directory : `./${folder}`;
  const checks = [
    `Node ${process.versions.node}`,
    ...(shownFolder ? [`data directory ${shownFolder}`] : []),
    database.label,
    `schema up to date${database.migrationCount > 0 ? ` (${database.migrationCount} new)` : ''}`,
    ...(demoRows > 0 ? [`demo data (${wholeNumber(demoRows)} rows)`] : []),
  ];
  print(checks.map((check) => `✔ ${check}`).join('   '));
  printAddresses(info);
  if (credentials) print(`  Demo sign-in (this machine only)   ${credentials.emails.join(' · ')}   ${passwordPlace(credentials)}`);
  const adminCommand = isRunByNpm
    ? 'npm run corklight -- admin create --email you@example.com'
    : 'corklight admin create --email you@example.com';
  if (!hasAdministrator) print(`  There is no administrator yet. Make one   ${adminCommand}`);
  print(`  Stop with Ctrl-C.${shownFolder ? ` Your data stays in ${shownFolder}.` : ''}   Next: README.md`);
}
