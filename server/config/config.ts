import type { z } from 'zod';
import { configErrors, configWarnings } from '#server/config/config-errors';
import { isPublicSite } from '#server/config/public-site';
import { isSettingName, settingNames, Settings } from '#server/config/settings';
import { readEnvironment } from '#server/config/environment';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

type GivenSettings = z.infer<typeof Settings>;

export type Config = Readonly<GivenSettings & { readonly DEMO: boolean }>;

/** The injection token of the configuration. */
export const CONFIG = Symbol('Config');

/** Settings that mean something when they are empty; others then have their default. */
const EMPTY_SETTINGS: ReadonlySet<string> = new Set(['IMAGE_HOSTS']);

/** The values of an environment by the name of their setting. */
export type SettingTexts = Readonly<Record<string, string | undefined>>;

const isGiven = (name: string, value: string | undefined): boolean =>
  isSettingName(name) && value !== undefined && (value !== '' || EMPTY_SETTINGS.has(name));

/** What is wrong with a value, as the rest of a sentence that begins with the name of its setting. */
function faultOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small' && issue.origin === 'number') return `must be at least ${issue.minimum}`;
  if (issue.code === 'too_big' && issue.origin === 'number') return `must be at most ${issue.maximum}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

/** Parses the settings; throws one error that lists every wrong one. */
export function readConfig(environment: SettingTexts): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([name, value]) => isGiven(name, value)));
  const wrong = new Map<string, string>();
  for (const name of settingNames) {
    const parsed = Settings.shape[name].safeParse(given[name]);
    if (!parsed.success) wrong.set(name, parsed.error.issues.map((issue) => `${name} ${faultOf(issue)}`).join('; '));
  }
  // The others are checked as if the wrong ones were not set, so that all errors appear at once.
  const others = Settings.parse(Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))));
  const combined = configErrors(others, (name) => given[name] !== undefined).filter(({ setting }) => !wrong.has(setting));
  const errors = [...wrong.values(), ...combined.map(({ message }) => message)];
  if (errors.length > 0) throw new Error(`wrong settings: ${errors.join('; ')}`);
  return { ...others, DEMO: others.DEMO ?? !isPublicSite(others) };
}

/** Whether sandbox parts may be used: not on a public site, unless ALLOW_SANDBOX permits them. */
export const isSandboxAllowed = (config: Pick<Config, 'NODE_ENV' | 'PUBLIC_URL' | 'ALLOW_SANDBOX'>): boolean =>
  !isPublicSite(config) || config.ALLOW_SANDBOX;

/** The settings that decide the payment provider. */
export type PaymentSettings = Pick<Config, 'NODE_ENV' | 'PUBLIC_URL' | 'ALLOW_SANDBOX' | 'PAYMENT_PROVIDER'>;

/** The payment provider: the configured one, or else the sandbox where it is allowed. */
export const paymentProvider = (config: PaymentSettings): 'paddle' | 'sandbox' | 'none' =>
  config.PAYMENT_PROVIDER ?? (isSandboxAllowed(config) ? 'sandbox' : 'none');

/** The platform whose accounts can be linked: the configured one, or else the sandbox where it is allowed. */
export const platformProvider = (config: Config): 'pinterest' | 'sandbox' | 'none' =>
  config.PLATFORM ?? (isSandboxAllowed(config) ? 'sandbox' : 'none');

/** Reads the configuration, of this process unless another environment is given; `warn` gets a sentence for each setting that is hardly meant. */
export function readSettings(warn: (sentence: string) => void = () => undefined, environment: SettingTexts = process.env): Config {
  const { settings, warnings } = readEnvironment(environment);
  for (const warning of warnings) warn(`Warning: ${warning}`);
  const config = readConfig(settings);
  for (const warning of configWarnings(config)) warn(`Warning: ${warning}`);
  return config;
}

const packageFile = findPackageJSON(import.meta.url);

/** The version of the product, from package.json. */
export const VERSION = packageFile ? (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version : 'unknown';
