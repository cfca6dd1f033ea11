import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

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
  DEMO: flag.default(true),
  MAINTENANCE: flag.default(false),
  /** Outside production: browse as if signed in. */
  DEV_VIEWER: z.enum(['free', 'premium', 'admin']).optional(),
});

export type Config = Readonly<z.infer<typeof Environment>>;

/** Dependency injection's name for the configuration. */
export const CONFIG = Symbol('Config');

/** Reads the environment; throws one error that names every wrong setting. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new Error(`wrong settings: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`);
  }
  if (parsed.data.NODE_ENV === 'production' && parsed.data.DEV_VIEWER) {
    throw new Error('wrong settings: DEV_VIEWER is for development, not for production');
  }
  return parsed.data;
}
