import type { z } from 'zod';
import { isLoopbackHost } from '#domain/site/hosts';
import { isPublicSite } from '#server/config/public-site';
import type { SettingName, Settings } from '#server/config/settings';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';

type GivenSettings = Readonly<z.infer<typeof Settings>>;

/** An error in a combination of settings that are each valid. */
interface ConfigError {
  /** The setting to change. */
  readonly setting: SettingName;
  readonly message: string;
}

type IsGiven = (name: SettingName) => boolean;

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const errorOf = (setting: SettingName, message: string): ConfigError => ({ setting, message: `${setting} ${message}` });

/** A setting that reaches another machine without requiring TLS. */
interface UnencryptedConnection {
  readonly setting: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATABASE_READ_URLS' | 'SMTP_URL';
  readonly host: string;
  readonly fix: string;
}

/** This machine, or a name without a dot, which only the private network of its containers knows. */
const isNearby = (host: string): boolean => /^\/|^[^.:]*$/.test(host) || isLoopbackHost(host.replace(/^\[|\]$/g, ''));

const SSLMODE_FIX = 'Add ?sslmode=verify-full to it.';

/** The host of another machine that an address of Postgres reaches without TLS; null if there is none. */
function unencryptedPostgresHost(address = ''): string | null {
  const url = URL.parse(address);
  const host = url?.searchParams.get('host') ?? url?.hostname ?? '';
  const isEncrypted =
    /^(?:prefer|require|verify-ca|verify-full|no-verify)$/.test(url?.searchParams.get('sslmode') ?? '') ||
    /^(?:1|true)$/.test(url?.searchParams.get('ssl') ?? '');
  return isEncrypted || isNearby(host) ? null : host;
}

/** Connections over which passwords and data could be read on the way. */
export function unencryptedConnections(config: Partial<Pick<GivenSettings, UnencryptedConnection['setting']>>): UnencryptedConnection[] {
  const { DATABASE_READ_URLS, SMTP_URL } = config;
  const found: UnencryptedConnection[] = [];
  for (const setting of ['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const) {
    const host = unencryptedPostgresHost(config[setting]);
    if (host !== null) found.push({ setting, host, fix: SSLMODE_FIX });
  }
  const replica = DATABASE_READ_URLS?.map(unencryptedPostgresHost).find((host) => host !== null);
  if (replica) found.push({ setting: 'DATABASE_READ_URLS', host: replica, fix: SSLMODE_FIX });
  const mail = URL.parse(SMTP_URL ?? '');
  if (mail?.protocol === 'smtp:' && mail.searchParams.get('requireTLS') !== 'true' && !isNearby(mail.hostname))
    found.push({ setting: 'SMTP_URL', host: mail.hostname, fix: 'Use smtps://, or add ?requireTLS=true to it.' });
  return found;
}

/** Warns of combinations of settings that are allowed but hardly intended. */
export function configWarnings(config: GivenSettings): readonly string[] {
  const { NODE_ENV, RATE_LIMITS, PADDLE_API_KEY, PAYMENT_PROVIDER } = config;
  return [
    ...(NODE_ENV === 'production' && RATE_LIMITS.trim() === 'off'
      ? ['RATE_LIMITS=off lets anyone try as many passwords as they like.']
      : []),
    ...(PADDLE_API_KEY !== undefined && PAYMENT_PROVIDER !== 'paddle'
      ? ['PADDLE_API_KEY has no effect without PAYMENT_PROVIDER=paddle.']
      : []),
    ...unencryptedConnections(config).map(
      ({ setting, host, fix }) => `${setting} does not require TLS: its password and all data can be read on the way to ${host}. ${fix}`,
    ),
  ];
}

/** The errors in the combination of settings. `isGiven` tells whether a setting has a value, be it a wrong one. */
export function configErrors(config: GivenSettings, isGiven: IsGiven): readonly ConfigError[] {
  const missing = (names: readonly SettingName[], why: string) =>
    names.filter((name) => !isGiven(name)).map((name) => errorOf(name, `is needed ${why}`));
  return [
    ...(config.NODE_ENV === 'production' ? productionErrors(config, isGiven) : []),
    ...(isPublicSite(config) ? [...sandboxErrors(config), ...plainAddressErrors(config)] : []),
    ...(config.PAYMENT_PROVIDER === 'paddle'
      ? missing(['PADDLE_CLIENT_TOKEN', 'PADDLE_API_KEY', 'PADDLE_PRICE_ID', 'PADDLE_WEBHOOK_SECRETS'], 'with PAYMENT_PROVIDER=paddle')
      : []),
    ...(config.PLATFORM === 'pinterest' ? missing(['PINTEREST_APP_ID', 'PINTEREST_APP_SECRET'], 'with PLATFORM=pinterest') : []),
    ...(isGiven('MIGRATION_DATABASE_URL') ? missing(['DATABASE_URL'], 'with MIGRATION_DATABASE_URL') : []),
    ...(isGiven('SMTP_URL') ? missing(['MAIL_FROM'], 'with SMTP_URL') : []),
    ...openIdErrors(config, isGiven),
    ...rateLimitErrors(config.RATE_LIMITS),
    ...(config.PORT !== 0 && config.METRICS_PORT === config.PORT ? [errorOf('METRICS_PORT', 'must be another port than PORT')] : []),
  ];
}

const openIdSettings = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

/** All settings of the provider or none, and a provider without TLS on this machine only. */
function openIdErrors({ OIDC_ISSUER, NODE_ENV }: GivenSettings, isGiven: IsGiven): ConfigError[] {
  if (!openIdSettings.some(isGiven)) return [];
  const missing = openIdSettings.filter((name) => !isGiven(name)).map((name) => errorOf(name, 'is needed for single sign-on'));
  const isUnsafe = OIDC_ISSUER?.startsWith('http:') && (NODE_ENV === 'production' || !LOCAL_HOSTS.has(new URL(OIDC_ISSUER).hostname));
  return isUnsafe ? [...missing, errorOf('OIDC_ISSUER', 'must be an https:// address')] : missing;
}

/** Not part of the type of the setting: the names are those of our own endpoints, and the documents of the settings need none of them. */
function rateLimitErrors(text: string): ConfigError[] {
  try {
    parseRateLimitSettings(text);
    return [];
  } catch (error) {
    return [errorOf('RATE_LIMITS', (error as Error).message)];
  }
}

/** Who is on their way could read alarms and the address that lets anyone post to a chat, or make up a release. */
const plainAddressErrors = (config: GivenSettings): ConfigError[] =>
  (['ALARM_WEBHOOK_URL', 'RELEASE_FEED_URL'] as const)
    .filter((name) => config[name]?.startsWith('http:') && !config.ALLOW_SANDBOX)
    .map((name) => errorOf(name, 'must be an https:// address on a public site'));

function productionErrors(config: GivenSettings, isGiven: IsGiven): ConfigError[] {
  const errors: ConfigError[] = [];
  for (const name of ['SECRET_KEY', 'TOKEN_KEYS', 'PUBLIC_URL'] as const) {
    if (config[name] === undefined) errors.push(errorOf(name, 'is needed in production'));
  }
  if (/change.?me/i.test(config.SECRET_KEY ?? '')) errors.push(errorOf('SECRET_KEY', 'must be a secret of your own'));
  if (config.ARGON2_MEMORY < 19_456) errors.push(errorOf('ARGON2_MEMORY', 'must be at least 19456 in production'));
  if (config.ALLOW_SANDBOX) return errors;
  if (config.PUBLIC_URL?.startsWith('http:')) errors.push(errorOf('PUBLIC_URL', 'must be an https:// address in production'));
  if (isGiven('SMTP_URL')) return errors;
  for (const name of ['SMTP_URL', 'MAIL_FROM'] as const) {
    if (!isGiven(name)) errors.push(errorOf(name, 'is needed in production'));
  }
  return errors;
}

/** What a public site must not have, whatever NODE_ENV says. */
function sandboxErrors({ ALLOW_SANDBOX, PUBLIC_URL, PAYMENT_PROVIDER, PLATFORM }: GivenSettings): ConfigError[] {
  const host = PUBLIC_URL === undefined ? '' : new URL(PUBLIC_URL).hostname;
  if (ALLOW_SANDBOX) return LOCAL_HOSTS.has(host) ? [] : [errorOf('ALLOW_SANDBOX', 'needs a PUBLIC_URL on this machine')];
  return [
    ...(PAYMENT_PROVIDER === 'sandbox'
      ? [{ setting: 'PAYMENT_PROVIDER', message: 'PAYMENT_PROVIDER=sandbox is not allowed in production' } as const]
      : []),
    ...(PLATFORM === 'sandbox' ? [{ setting: 'PLATFORM', message: 'PLATFORM=sandbox is not allowed in production' } as const] : []),
  ];
}
