import { alarmMessageBody } from '#domain/operations/alarms';
import { parseVerb } from '#server/cli/arguments';
import { asksForHelp, type CommandOutput, printFailure, printHelp, printResult } from '#server/cli/command-io';
import { alarmsVerbs } from '#server/cli/command-options';
import { type Config, readSettings } from '#server/config/config';
import { postToWebhook, webhookSecret } from '#server/operations/alarms/alarm-webhook';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';

const alarmsHelp = `corklight alarms test
corklight alarms secret

test     posts a sample to ALARM_WEBHOOK_URL, at once, and says what the receiver answered
secret   prints the secret that the receiver checks signatures with: ALARM_WEBHOOK_SECRET, else one derived from SECRET_KEY

Neither needs a database or a running server. docs/monitoring.md says what is sent and how to check it.

Exit codes: 0 on success, 1 when the receiver did not take the sample, 2 on incorrect usage.
`;

const NO_WEBHOOK = 'There is no webhook: set ALARM_WEBHOOK_URL.';

const secretOf = (config: Config): string => webhookSecret(config, new CryptoSecrets(readKeys(config)));

/** Posts a sample to the webhook. Returns the exit code. */
export async function sendSampleAlarm(config: Config, io: CommandOutput): Promise<number> {
  const { ALARM_WEBHOOK_URL: url, BRAND_NAME: brand, PUBLIC_URL, PORT } = config;
  if (url === undefined) return printFailure(io, NO_WEBHOOK);
  const now = new Date();
  const sample = { id: 0, kind: 'test', text: 'This is a test: alarms reach this address.', began_at: now, ended_at: null } as const;
  const origin = new URL(PUBLIC_URL ?? `http://localhost:${PORT}`).origin;
  const fault = await postToWebhook({ url, secret: secretOf(config) }, alarmMessageBody(sample, { brand, origin }), now);
  if (fault !== null) return printFailure(io, `The webhook did not take the sample: ${fault}`);
  printResult(io, 'The webhook took the sample.\n', { sent: true });
  return 0;
}

/** `corklight alarms`. Returns the exit code. Throws `UsageError`. */
export async function alarmsCommand(args: readonly string[], io: CommandOutput): Promise<number> {
  if (asksForHelp(args)) return printHelp(alarmsHelp, io);
  const { verb } = parseVerb(args, alarmsVerbs, {});
  const config = readSettings();
  if (verb === 'test') return sendSampleAlarm(config, io);
  if (config.ALARM_WEBHOOK_URL === undefined) return printFailure(io, NO_WEBHOOK);
  const secret = secretOf(config);
  printResult(io, `${secret}\n`, { secret });
  return 0;
}
