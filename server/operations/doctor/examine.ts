import type { Config } from '#server/config/config';
import { unencryptedConnections } from '#server/config/config-errors';
import { explainConnectionError } from '#server/operations/doctor/postgres/connection-problem';
import { broken, doubtful, type Finding } from '#server/operations/doctor/finding';
import {
  checkBackups,
  checkDisk,
  checkImportFolder,
  checkKeys,
  checkNode,
  checkPort,
  type Machine,
  thisMachine,
} from '#server/operations/doctor/machine-checks';
import { checkCertificate, checkMail, checkPublicUrl, checkReleases, checkSingleSignOn } from '#server/operations/doctor/outside-checks';
import { examineDatabase } from '#server/operations/doctor/postgres/examine-database';

async function unreachable(error: unknown, databaseUrl: string): Promise<readonly Finding[]> {
  const { problem, fix } = await explainConnectionError(error, databaseUrl);
  return [broken('Database', `it ${problem}`, fix)];
}

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
    await checkImportFolder(config),
    await checkPort(config),
    checkKeys(config),
    ...(databaseUrl === null ? [] : await examineDatabase(databaseUrl, config).catch((error: unknown) => unreachable(error, databaseUrl))),
    ...unencryptedConnections(config).map(({ setting, host, fix }) =>
      doubtful('TLS', `${setting} reaches ${host} without requiring it`, fix),
    ),
    await checkMail(config),
    await checkPublicUrl(config),
    ...(await checkCertificate(config)),
    ...(await checkSingleSignOn(config)),
    ...(await checkReleases(config)),
  ];
}
