import { relative } from 'node:path';
import type { Config } from '#server/config/config';
import { sandboxAllowed } from '#server/config/config-faults';
import { wholeNumber } from '#domain/numbers';
import type { OpenDatabase } from '#server/database/open-database';
import type { DemoCredentials } from '#server/demo/demo-users';

interface Started {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly port: number;
  /** Demo rows in the catalogue. */
  readonly demo: number;
  /** Who one may be in the demo; null where there is none. */
  readonly signIn: DemoCredentials | null;
}

/** Addresses that people on this machine reach as localhost. */
const everywhere = new Set(['127.0.0.1', '0.0.0.0', '::']);

/** What the first lines on the terminal say: the real figures, port and folder. */
export function announce({ config, database, port, demo, signIn }: Started): void {
  const folder = database.folder === null ? null : relative(process.cwd(), database.folder);
  const shown = folder === null ? null : folder.startsWith('..') ? database.folder : `./${folder}`;
  const checks = [
    `Node ${process.versions.node}`,
    ...(shown ? [`data directory ${shown}`] : []),
    database.label,
    `schema up to date${database.migrated > 0 ? ` (${database.migrated} new)` : ''}`,
    ...(demo > 0 ? [`demo data (${wholeNumber(demo)} rows)`] : []),
  ];
  const host = everywhere.has(config.HOST) ? 'localhost' : config.HOST;
  console.log(checks.map((check) => `✔ ${check}`).join('   '));
  if (port !== config.PORT && config.PORT !== 0)
    console.log(`  Port ${config.PORT} is taken by another program: using ${port}. Set PORT to choose.`);
  const mail = config.SMTP_URL === undefined && sandboxAllowed(config) ? '   Captured mail  /dev/mail' : '';
  const origin = config.PUBLIC_URL ?? `http://${host}:${port}`;
  console.log(`  Open  ${origin}   API docs  ${origin}/api/docs${mail}`);
  if (signIn)
    console.log(
      `  Demo sign-in (this machine only)   ${signIn.emails.join(' · ')}   password  ${signIn.password ?? `in ${relative(process.cwd(), signIn.file)}`}`,
    );
  console.log(`  Stop with Ctrl-C.${shown ? ` Your data stays in ${shown}.` : ''}   Next: README.md`);
}
