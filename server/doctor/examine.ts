import type { Config } from '#server/config/config';
import { unencryptedConnections } from '#server/config/config-errors';
import { broken, doubtful, type Finding } from '#server/doctor/finding';
import { type Machine, thisMachine } from '#server/doctor/machine';
import { checkBackups, checkDisk, checkKeys, checkNode, checkPort } from '#server/doctor/machine-checks';
import { checkCertificate, checkMail, checkPublicUrl, checkSingleSignOn } from '#server/doctor/outside-checks';
import { examineDatabase } from '#server/doctor/postgres/examine-database';

const unreachable = (error: unknown): Finding =>
  broken('Database', `it does not accept our connection: ${(error as Error).message}`, 'Check DATABASE_URL, and that Postgres runs.');

/** Checks everything that this installation needs. `databaseUrl` is null if no database could be opened. */
export async function examineInstallation(
  config: Config,
  databaseUrl: string | null,
  machine: Machine = thisMachine,
): Promise<readonly Finding[]> {
  return [
    checkNode(machine.nodeVersion),
    checkDisk(config.DATA_DIR, await machine.freeBytesAt(config.DATA_DIR)),
    await checkBackups(config, new Date()),
    await checkPort(config),
    checkKeys(config),
    ...(databaseUrl === null ? [] : await examineDatabase(databaseUrl, config).catch((error: unknown) => [unreachable(error)])),
    ...unencryptedConnections(config).map(({ setting, host, fix }) =>
      doubtful('TLS', `${setting} reaches ${host} without requiring it`, fix),
    ),
    await checkMail(config),
    await checkPublicUrl(config),
    ...(await checkCertificate(config)),
    ...(await checkSingleSignOn(config)),
  ];
}
