import { resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE_DEADLINE_MS } from '#domain/endpoint';
import { DEFAULT_LEAD_DAYS } from '#domain/keywords/interest/publish-by';
import { MAX_FREE_SEARCHES_PER_DAY } from '#domain/subscriptions/free-searches/free-search-rights';
import { DEFAULT_JOB_CONNECTIONS, DEFAULT_REQUEST_CONNECTIONS } from '#server/config/connections';
import { monitoringSettings } from '#server/config/monitoring-settings';
import { accountSettings, paymentSettings, platformSettings } from '#server/config/provider-settings';
import {
  ageRecipients,
  homeKeywords,
  hostNames,
  listenAddress,
  port,
  postgresUrl,
  postgresUrls,
  sender,
  siteOrigin,
  tokenKeys,
  trueOrFalse,
  integer,
} from '#server/config/setting-types';

/*
 * Every setting: its type, its default, and what it means to operators. `.env.example` and docs/configuration.md are written from this
 * (`npm run generate`). A `default` in the metadata describes a default that depends on other settings.
 */

const site = z.object({
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .default('development')
    .describe('`production` for a public site: requires everything that one needs and refuses sandboxes. The Docker image sets it.'),
  HOST: listenAddress.default('127.0.0.1').describe('The address the server listens on; `0.0.0.0` for all of this machine.'),
  PORT: port
    .default(3000)
    .describe('The port the server listens on. If it is in use, the next free one is used; a public site does not start.'),
  PUBLIC_URL: siteOrigin
    .optional()
    .describe(
      "The site's public address. Links in emails, canonical URLs, and sitemaps start with it; without it there are no sitemaps. Requests with any other `Host` get a 421, except `/healthz`, `/readyz`, and `/metrics`; without it, only names and addresses of this machine are answered.",
    ),
  HSTS_INCLUDE_SUBDOMAINS: trueOrFalse.default(false).describe('Whether browsers also keep the subdomains of an https site on https, for two years.'), // prettier-ignore
  TRUSTED_PROXIES: integer.min(0).max(10).default(0).describe('How many of your own proxies stand in front of the server.'),
  STOP_DELAY: integer
    .min(0)
    .max(300)
    .default(0)
    .describe(
      'Seconds for which a stopping server still accepts connections while `/readyz` answers 503, so that a load balancer notices.',
    ),
  BRAND_NAME: z.string().min(1).max(40).default('Corklight').describe("The site's name."),
  SUPPORT_EMAIL: z.email().default('support@corklight.test').describe('The contact address shown on the site.'),
  POSTAL_ADDRESS: z
    .string()
    .max(200)
    .optional()
    .describe('Your postal address. Marketing emails end with it, as laws in many countries demand; without it, `campaign send` refuses.'),
  TESTIMONIAL_TEXT: z.string().max(400).optional().describe('A customer quote for the home page.'),
  TESTIMONIAL_AUTHOR: z.string().max(80).default('').describe('Who said it.'),
  REFERRAL_PARAM: z.string().regex(/^[\w-]{1,40}$/).default('utm_source').describe("The parameter added to a pin's links."), // prettier-ignore
  REFERRAL_VALUE: z.string().regex(/^[\w-]{0,60}$/).default('corklight').describe('The value of that parameter.'), // prettier-ignore
  IMAGE_HOSTS: hostNames
    .default(['i.pinimg.com'])
    .describe(
      "The hosts that visitors' browsers load pictures from, by https, separated by commas; empty for none. They learn the IP addresses of visitors, which the privacy policy says. The server never fetches a picture.",
    ),
  HOME_KEYWORDS: homeKeywords
    .default({})
    .meta({ default: 'none' })
    .describe(
      'Up to three keywords for a list of the home page that replace its own while it has fewer than three rows: `etsy: crafts, handmade; make money: budget`. The lists are etsy, pinterest marketing, make money, and fashion blogging.',
    ),
  FREE_SEARCHES: integer
    .min(0)
    .max(MAX_FREE_SEARCHES_PER_DAY)
    .default(0)
    .describe(
      'How many keyword searches a day (UTC) confirmed accounts without Premium have; each shows its first page, and those without a hit do not count.',
    ),
  REQUIRE_SECOND_FACTOR: z
    .enum(['none', 'admins'])
    .default('none')
    .describe(
      'Who must have a second factor: `none` or `admins`. An administrator without one is a regular user until they add it on `/account`; add yours before a maintenance, in which regular users see only its page.',
    ),
  DEMO: trueOrFalse
    .optional()
    .meta({ default: 'true, false on a public site' })
    .describe('Whether an empty catalog gets demo data at the first start.'),
  MAINTENANCE: trueOrFalse
    .default(false)
    .describe(
      'With `true`, visitors of this server get the maintenance page. `corklight maintenance on` does the same for all servers without a restart.',
    ),
});

const data = z.object({
  DATABASE_URL: postgresUrl
    .optional()
    .meta({ isSecret: true })
    .describe('Your own Postgres, version 15 to 18, instead of the embedded one.'),
  MIGRATION_DATABASE_URL: postgresUrl
    .optional()
    .meta({ isSecret: true })
    .describe(
      'The same database with the role that owns its schema: migrations and `restore` use it, and the role of `DATABASE_URL` can then only serve. See [Two database roles](self-hosting.md#two-database-roles).',
    ),
  DATABASE_CONNECTIONS: integer
    .min(2)
    .max(500)
    .default(DEFAULT_REQUEST_CONNECTIONS)
    .describe('How many connections of one server answer requests. See [Connections](self-hosting.md#connections).'),
  DATABASE_JOB_CONNECTIONS: integer
    .min(DEFAULT_JOB_CONNECTIONS)
    .max(100)
    .default(DEFAULT_JOB_CONNECTIONS)
    .describe('How many connections the jobs of one server, or one command, share.'),
  DATABASE_READ_URLS: postgresUrls
    .optional()
    .meta({ isSecret: true })
    .describe(
      'Streaming replicas of the database, `postgres://` addresses separated by commas: lists, searches, details, and keywords are read from one of them. See [scaling.md](scaling.md).',
    ),
  DATABASE_READ_MAX_LAG: integer
    .min(1)
    .max(3_600)
    .default(30)
    .describe('A replica that is more than this many seconds behind is not read until it has caught up.'),
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((folder) => resolve(folder))
    .meta({ default: '.data' })
    .describe('The folder of the embedded Postgres and of generated keys, absolute or relative to the folder of Corklight.'),
  IMPORT_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional()
    .describe('A folder whose files are imported as they come; see docs/importing.md. Without it, none is watched.'),
  IMPORT_SETTLE_SECONDS: integer
    .min(1)
    .max(3_600)
    .default(30)
    .describe('A file in IMPORT_DIR is whole when it has stayed as it is for this many seconds.'),
  BACKUP_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional()
    .describe('The folder of the nightly backups, on a disk of their own if possible. Without it, none are made.'),
  BACKUP_ALARM_HOURS: integer
    .min(1)
    .max(8_760)
    .default(36)
    .describe('Administrators get an alarm when the newest backup in BACKUP_DIR is older than this many hours.'),
  BACKUP_KEEP: integer.min(1).max(1_000).default(14).describe('How many nightly backups are kept.'),
  BACKUP_RECIPIENT: ageRecipients
    .meta({ default: 'none' })
    .describe('Public keys of age (`age1…`), separated by commas: backups are encrypted, and only their identities can restore them.'),
  ORDERED_LISTS_FROM: integer.min(0).default(20_000).describe('Lists of at least this many rows are served from the read model.'),
  DATABASE_DEADLINE_MS: integer
    .min(100)
    .max(60_000)
    .default(DATABASE_DEADLINE_MS)
    .describe('A call that only the database answers gets a 503 after this time, in milliseconds.'),
  REMOVED_ROWS_DAYS: integer
    .min(0)
    .max(3_650)
    .default(30)
    .describe('How many days the rows that a cleanup removed can be downloaded, in the form that imports read. With 0, they are not kept.'),
  IMPORTS_KEPT_DAYS: integer
    .min(0)
    .max(3_650)
    .default(90)
    .describe('How many days an import can be taken back: the values that it replaced are kept. With 0, none are kept, and none can be.'),
  HISTORY_KEPT_DAYS: integer
    .min(0)
    .max(36_500)
    .default(0)
    .describe('How many days readings are kept, rounded up to whole months. With 0, forever. Growth over a year needs at least 400.'),
  PUBLISH_LEAD_DAYS: integer
    .min(0)
    .max(365)
    .default(DEFAULT_LEAD_DAYS)
    .describe('How many days before the searches for a keyword rise its pins are to be published.'),
  EVENTS_KEPT_DAYS: integer
    .min(100)
    .max(3_650)
    .default(200)
    .describe('Retention of raw visitor events, in days. Daily totals are kept forever.'),
  EVENTS_STORED_PER_DAY: integer
    .min(1)
    .max(100_000_000)
    .default(250_000)
    .describe('Raw visitor events stored per UTC day, of 256 bytes on average. Further ones are only counted by name.'),
});

const security = z.object({
  SECRET_KEY: z
    .string()
    .min(32, 'must be at least 32 characters')
    .optional()
    .meta({ isSecret: true, default: 'generated; needed in production' })
    .describe(
      'Signs cookies, CSRF tokens, and checkouts; the same on all instances. If you change it, everyone is signed out and checkouts in progress fail.',
    ),
  TOKEN_KEYS: tokenKeys
    .optional()
    .meta({ isSecret: true, default: 'generated; needed in production' })
    .describe('Encrypts the tokens of linked accounts: `id:base64,…`, the current key first.'),
  RATE_LIMITS: z
    .string()
    .default('')
    .meta({ default: 'built in' })
    .describe('`off`, or the limits to change: `login=5/60,register=5/3600` (attempts/seconds).'),
  ARGON2_MEMORY: integer
    .min(1_024)
    .max(1_048_576)
    .default(19_456)
    .describe('Memory per password hash, in KiB. Production accepts no less than the default.'),
  ALLOW_SANDBOX: trueOrFalse
    .default(false)
    .describe("With `NODE_ENV=production`: permits sandboxes and plain HTTP, on this machine's addresses only."),
});

const email = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .meta({ isSecret: true })
    .describe('Your mail server. Without it, emails are captured at `/dev/mail` (never in production).'),
  MAIL_FROM: sender.optional().describe('The sender: `pins@example.com`, or `Example Pins <pins@example.com>`.'),
});

/** The settings in the order of the documents, by section. */
export const settingSections = [
  ['Site', site],
  ['Monitoring', monitoringSettings],
  ['Data', data],
  ['Security', security],
  ['Accounts', accountSettings],
  ['Email', email],
  ['Payments: Paddle Billing', paymentSettings],
  ['Linked accounts: Pinterest', platformSettings],
] as const;

/** All settings, by name. */
export const Settings = z.object({
  ...site.shape,
  ...monitoringSettings.shape,
  ...data.shape,
  ...security.shape,
  ...accountSettings.shape,
  ...email.shape,
  ...paymentSettings.shape,
  ...platformSettings.shape,
});

export type SettingName = keyof typeof Settings.shape;

export const settingNames = Object.keys(Settings.shape) as readonly SettingName[];

/** Whether a setting of this name exists. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(Settings.shape, name);

/** Whether a setting must not be shown: keys, passwords, and addresses that contain one. */
export const isSecretSetting = (name: SettingName): boolean => Settings.shape[name].meta()?.['isSecret'] === true;
