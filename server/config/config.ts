import { z } from 'zod';
import { DATABASE_DEADLINE_MS } from '#domain/deadlines';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A URL that secrets are sent to: https, or a server on this machine in tests. */
const secureUrl = z.url().regex(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/, 'must be an https:// address');
/** A URL that users are redirected to: a page of Pinterest, or one on this machine in tests. */
const pinterestUrl = secureUrl.regex(/^https:\/\/([\w-]+\.)?pinterest\.com\/|^http:/, 'must be an address of pinterest.com');

/** A host name of the DNS, without scheme, port, and path. */
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** Host names separated by commas; none for an empty text. */
const hostNames = z
  .string()
  .transform((text) =>
    [
      ...new Set(
        text
          .toLowerCase()
          .split(',')
          .map((name) => name.trim()),
      ),
    ].filter((name) => name !== ''),
  )
  .superRefine((names, context) => {
    for (const name of names) {
      if (HOST_NAME.test(name)) continue;
      context.addIssue({ code: 'custom', message: `must be host names like i.pinimg.com, separated by commas: "${name}" is none` });
    }
  });

/** The settings that the server reads from its environment; docs/self-hosting.md lists them for operators. */
const Environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATA_DIR: z.string().default('.data'),
  BRAND_NAME: z.string().min(1).max(40).default('Corklight'),
  SUPPORT_EMAIL: z.email().default('support@corklight.test'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  TESTIMONIAL_TEXT: z.string().max(400).optional(),
  TESTIMONIAL_AUTHOR: z.string().max(80).default(''),
  REFERRAL_PARAM: z.string().regex(/^[\w-]{1,40}$/).default('utm_source'), // prettier-ignore
  REFERRAL_VALUE: z.string().regex(/^[\w-]{0,60}$/).default('corklight'), // prettier-ignore
  /** The hosts besides our own that browsers load pictures from. The server itself never fetches any. */
  IMAGE_HOSTS: hostNames.default(['i.pinimg.com']),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Lists with at least this many rows are served from the read model. */
  ORDERED_LISTS_FROM: z.coerce.number().int().min(0).default(50_000),
  /** How long a call may take that only the database answers, until its response starts. */
  DATABASE_DEADLINE_MS: z.coerce.number().int().min(100).max(60_000).default(DATABASE_DEADLINE_MS),
  /** The minimum number of days that raw visitor events are stored; daily totals are stored indefinitely. */
  EVENTS_KEPT_DAYS: z.coerce.number().int().min(100).max(3_650).default(200),
  /** Raw visitor events stored per UTC day, of 256 bytes on average; further ones are only counted. */
  EVENTS_STORED_PER_DAY: z.coerce.number().int().min(1).max(100_000_000).default(250_000),
  DEMO: flag.default(true),
  MAINTENANCE: flag.default(false),
  /** Signs CSRF tokens and links. Outside production it is generated and stored in DATA_DIR if not set. */
  SECRET_KEY: z.string().min(32, 'must be at least 32 characters').optional(),
  /** Keys that encrypt the tokens of linked accounts: `id:base64,…`, the current one first. */
  TOKEN_KEYS: z.string().optional(),
  /** Allows sandbox parts and plain http with NODE_ENV=production, for a PUBLIC_URL on this machine only. */
  ALLOW_SANDBOX: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().max(200).optional(),
  PAYMENT_PROVIDER: z.enum(['paddle', 'sandbox', 'none']).optional(),
  PADDLE_ENVIRONMENT: z.enum(['production', 'sandbox']).default('production'),
  PADDLE_CLIENT_TOKEN: z.string().optional(),
  PADDLE_API_KEY: z.string().optional(),
  /** The URL of Paddle's API; tests set another one. */
  PADDLE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  PADDLE_PRICE_ID: z.string().optional(),
  PADDLE_ADMIN_PRICE_ID: z.string().optional(),
  /** Secrets of the notification destination, separated by commas: two while one is being replaced. */
  PADDLE_WEBHOOK_SECRETS: z.string().optional(),
  /** The number of seconds by which the time of a notice may differ from ours. */
  PADDLE_WEBHOOK_TOLERANCE: z.coerce.number().int().min(5).max(3_600).default(300),
  PLATFORM: z.enum(['pinterest', 'sandbox', 'none']).optional(),
  PINTEREST_APP_ID: z.string().optional(),
  PINTEREST_APP_SECRET: z.string().optional(),
  PINTEREST_API_URL: secureUrl.default('https://api.pinterest.com/v5'),
  PINTEREST_OAUTH_URL: pinterestUrl.default('https://www.pinterest.com/oauth/'),
  /** Memory for hashing a password with Argon2id, in KiB. */
  ARGON2_MEMORY: z.coerce.number().int().min(1_024).max(1_048_576).default(19_456),
  /** `off`, or overrides of the default rate limits: `login=5/60,register=5/3600` (attempts/seconds). */
  RATE_LIMITS: z.string().default(''),
});

export type Config = Readonly<z.infer<typeof Environment>>;

/** The injection token of the configuration. */
export const CONFIG = Symbol('Config');

/** Settings that mean something when they are empty; others then have their default. */
const EMPTY_SETTINGS: ReadonlySet<string> = new Set(['IMAGE_HOSTS']);

/** Parses the environment; throws one error that lists every wrong setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([name, value]) => value !== '' || EMPTY_SETTINGS.has(name)));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new Error(`wrong settings: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`);
  }
  const errors = configErrors(parsed.data);
  if (errors.length > 0) throw new Error(`wrong settings: ${errors.join('; ')}`);
  return parsed.data;
}

/** Whether the site is for the public: in production, or with an https PUBLIC_URL whatever NODE_ENV says. */
export const isPublicSite = ({ NODE_ENV, PUBLIC_URL }: Pick<Config, 'NODE_ENV' | 'PUBLIC_URL'>): boolean =>
  NODE_ENV === 'production' || (PUBLIC_URL?.startsWith('https:') ?? false);

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Errors in the combination of settings that are each valid, as sentences. */
function configErrors(config: Config): string[] {
  const missing = (names: readonly (keyof Config)[], why: string) =>
    names.filter((name) => config[name] === undefined).map((name) => `${name} is needed ${why}`);
  return [
    ...(config.NODE_ENV === 'production' ? productionErrors(config) : []),
    ...(isPublicSite(config) ? sandboxErrors(config) : []),
    ...(config.PAYMENT_PROVIDER === 'paddle'
      ? missing(['PADDLE_CLIENT_TOKEN', 'PADDLE_API_KEY', 'PADDLE_PRICE_ID', 'PADDLE_WEBHOOK_SECRETS'], 'with PAYMENT_PROVIDER=paddle')
      : []),
    ...(config.PLATFORM === 'pinterest' ? missing(['PINTEREST_APP_ID', 'PINTEREST_APP_SECRET'], 'with PLATFORM=pinterest') : []),
    ...(config.SMTP_URL ? missing(['MAIL_FROM'], 'with SMTP_URL') : []),
  ];
}

function productionErrors(config: Config): string[] {
  const errors: string[] = [];
  for (const name of ['SECRET_KEY', 'TOKEN_KEYS', 'PUBLIC_URL'] as const) {
    if (config[name] === undefined) errors.push(`${name} is needed in production`);
  }
  if (/change.?me/i.test(config.SECRET_KEY ?? '')) errors.push('SECRET_KEY must be a secret of your own');
  if (config.ARGON2_MEMORY < 19_456) errors.push('ARGON2_MEMORY must be at least 19456 in production');
  if (config.ALLOW_SANDBOX) return errors;
  if (config.PUBLIC_URL?.startsWith('http:')) errors.push('PUBLIC_URL must be an https:// address in production');
  if (config.SMTP_URL === undefined) errors.push('SMTP_URL is needed in production');
  return errors;
}

/** What a public site must not have, whatever NODE_ENV says. */
function sandboxErrors({ ALLOW_SANDBOX, PUBLIC_URL, PAYMENT_PROVIDER, PLATFORM }: Config): string[] {
  const host = PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).hostname;
  if (ALLOW_SANDBOX) return LOCAL_HOSTS.has(host) ? [] : ['ALLOW_SANDBOX needs a PUBLIC_URL on this machine'];
  return [
    ...(PAYMENT_PROVIDER === 'sandbox' ? ['PAYMENT_PROVIDER=sandbox is not allowed in production'] : []),
    ...(PLATFORM === 'sandbox' ? ['PLATFORM=sandbox is not allowed in production'] : []),
  ];
}
