import { alarmMessageBody } from '#domain/operations/alarms';
import { parseVerb } from '#server/cli/arguments';
import { type CommandOutput, printFailure, printResult, type Run } from '#server/cli/command-io';
import { commandForms } from '#server/cli/command-options';
import { type Config, readSettings } from '#server/config/config';
import { postToWebhook, webhookSecret } from '#server/operations/alarms/alarm-webhook';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';

export const help = `corklight alarms test
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
  const fault = await postToWebhook(url, secretOf(config), alarmMessageBody(sample, { brand, origin }), now);
  if (fault !== null) return printFailure(io, `The webhook did not take the sample: ${fault}`);
  return printResult(io, 'The webhook took the sample.\n', { sent: true });
}

/** `corklight alarms`. */
export const run: Run = async (args, io) => {
  const { verb } = parseVerb(args, commandForms.alarms);
  const config = readSettings();
  if (verb === 'test') return sendSampleAlarm(config, io);
  if (config.ALARM_WEBHOOK_URL === undefined) return printFailure(io, NO_WEBHOOK);
  const secret = secretOf(config);
  return printResult(io, `${secret}\n`, { secret });
};
