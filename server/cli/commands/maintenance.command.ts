import { parseVerb } from '#server/cli/arguments';
import { printResult, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import { readSettings } from '#server/config/config';

export const help = `corklight maintenance on|off

on begins maintenance on all servers, without a restart: within a few seconds, visitors get the maintenance page, and calls of the API
get a 503. Administrators can sign in at /auth/login and use the whole site; payment notices, /healthz, /readyz, /metrics, and /api/docs
are answered.
off ends it. A server that was started with MAINTENANCE=true stays in maintenance.

Example: corklight maintenance on

Exit codes: 0 when done, 1 when it could not be done, 2 on incorrect usage.
`;

/** `corklight maintenance`. */
export const run: Run<'maintenanceSwitch' | 'clock'> = async (args, io, connect) => {
  const { verb } = parseVerb(args, commandForms.maintenance);
  const { maintenanceSwitch, clock } = await connect();
  await (verb === 'on' ? maintenanceSwitch.turnOn(clock.now(), io.by) : maintenanceSwitch.turnOff(clock.now(), io.by));
  const since = await maintenanceSwitch.readSince();
  const isBySetting = readSettings().MAINTENANCE;
  const setting = isBySetting && verb === 'off' ? 'Servers with MAINTENANCE=true stay in maintenance.\n' : '';
  const text = `Maintenance is ${verb}. All servers follow within a few seconds.\n${setting}`;
  return printResult(io, text, { maintenance: since !== null, since, by_setting: isBySetting });
};
