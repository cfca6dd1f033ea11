import { z } from 'zod';
import { httpAddress, listenAddress, port, integer } from '#server/config/setting-types';

/** What operators see of a site, and who is told. */
export const monitoringSettings = z.object({
  LOG_LEVEL: z
    .enum(['error', 'warn', 'info', 'debug'])
    .optional()
    .meta({ default: 'info' })
    .describe('The least severe records that are logged: `error`, `warn`, `info`, or `debug`. See [monitoring.md](monitoring.md).'),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters')
    .optional()
    .meta({ isSecret: true })
    .describe('Serves `/metrics` to requests with `Authorization: Bearer` and this token.'),
  METRICS_PORT: port.min(1).optional().describe('Serves `/metrics` on a port of its own, without a token if `METRICS_TOKEN` is not set.'),
  METRICS_HOST: listenAddress.default('127.0.0.1').describe('The address of that port.'),
  ALARM_WEBHOOK_URL: httpAddress
    .optional()
    .meta({ isSecret: true })
    .describe(
      'Gets a JSON message when an alarm begins and when it ends; it may be an address of your own network. https on a public site. See [monitoring.md](monitoring.md#webhook).',
    ),
  ALARM_WEBHOOK_SECRET: z
    .string()
    .min(16, 'must be at least 16 characters')
    .optional()
    .meta({ isSecret: true, default: 'derived from `SECRET_KEY`' })
    .describe('Signs these messages. `corklight alarms secret` prints the derived one.'),
  RELEASE_FEED_URL: httpAddress
    .optional()
    .describe(
      'Asked once a day for newer releases, which operations and `corklight doctor` then name; without it, nothing is asked. See [upgrading.md](upgrading.md#news-of-releases).',
    ),
  DATA_ALARM_DAYS: integer
    .min(1)
    .max(365)
    .default(3)
    .describe('Administrators get an alarm when the newest reading of an imported catalog is older than this many days.'),
});
