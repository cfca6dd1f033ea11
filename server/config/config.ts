import { z } from 'zod';
import { configErrors } from '#server/config/config-errors';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Secrets are sent there: https, or a server of this machine in tests. */
const secureUrl = z.url().regex(/^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1)[:/]/, 'must be an https:// address');
/** People are sent there: a page of Pinterest's, or of this machine in tests. */
const pinterestUrl = secureUrl.regex(/^https:\/\/([\w-]+\.)?pinterest\.com\/|^http:/, 'must be an address of pinterest.com');

/** Every setting the server reads from its environment; docs/self-hosting.md lists them for operators. */
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
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** Lists of at least this many rows are answered from the ordered read model. */
  ORDERED_LISTS_FROM: z.coerce.number().int().min(0).default(50_000),
  /** Days raw events are kept, at least; what they add up to stays. */
  EVENTS_KEPT_DAYS: z.coerce.number().int().min(100).max(3_650).default(200),
  DEMO: flag.default(true),
  MAINTENANCE: flag.default(false),
  /** Signs sessions' cross-site tokens and links; made and kept in DATA_DIR where it is not given. */
  SECRET_KEY: z.string().min(32, 'must be at least 32 signs').optional(),
  /** Encrypt the tokens of linked accounts: `id:base64,…`, the current one first. */
  TOKEN_KEYS: z.string().optional(),
  /** Permits sandbox parts and plain http under NODE_ENV=production, on addresses of this machine only. */
  ALLOW_SANDBOX: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z.string().max(200).optional(),
  PAYMENT_PROVIDER: z.enum(['paddle', 'sandbox', 'none']).optional(),
  PADDLE_ENVIRONMENT: z.enum(['production', 'sandbox']).default('production'),
  PADDLE_CLIENT_TOKEN: z.string().optional(),
  PADDLE_API_KEY: z.string().optional(),
  /** Where Paddle's API is; tests and the brave set another one. */
  PADDLE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  PADDLE_PRICE_ID: z.string().optional(),
  PADDLE_ADMIN_PRICE_ID: z.string().optional(),
  /** Secrets of the notification destination, comma separated: two while one is replaced. */
  PADDLE_WEBHOOK_SECRETS: z.string().optional(),
  /** Seconds by which the time of a notice may differ from ours. */
  PADDLE_WEBHOOK_TOLERANCE: z.coerce.number().int().min(5).max(3_600).default(300),
  PLATFORM: z.enum(['pinterest', 'sandbox', 'none']).optional(),
  PINTEREST_APP_ID: z.string().optional(),
  PINTEREST_APP_SECRET: z.string().optional(),
  PINTEREST_API_URL: secureUrl.default('https://api.pinterest.com/v5'),
  PINTEREST_OAUTH_URL: pinterestUrl.default('https://www.pinterest.com/oauth/'),
  /** KiB of memory each password costs to hash (Argon2id). */
  ARGON2_MEMORY: z.coerce.number().int().min(1_024).max(1_048_576).default(19_456),
  /** `off`, or limits that differ from ours: `login=5/60,register=5/3600` (tries/seconds). */
  RATE_LIMITS: z.string().default(''),
});

export type Config = Readonly<z.infer<typeof Environment>>;

/** Dependency injection's name for the configuration. */
export const CONFIG = Symbol('Config');

/** Reads the environment; throws one error that names every wrong setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(nonEmpty);
  if (!parsed.success) {
    throw new Error(`wrong settings: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`);
  }
  const errors = configErrors(parsed.data);
  if (errors.length > 0) throw new Error(`wrong settings: ${errors.join('; ')}`);
  return parsed.data;
}
