import type { z } from 'zod';
import { isPublicSite } from '#server/config/public-site';
import type { SettingName, Settings } from '#server/config/settings';

type GivenSettings = Readonly<z.infer<typeof Settings>>;

/** An error in a combination of settings that are each valid. */
interface ConfigError {
  /** The setting to change. */
  readonly setting: SettingName;
  readonly message: string;
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

const errorOf = (setting: SettingName, message: string): ConfigError => ({ setting, message: `${setting} ${message}` });

/** The errors in the combination of settings. */
export function configErrors(config: GivenSettings): readonly ConfigError[] {
  const missing = (names: readonly SettingName[], why: string) =>
    names.filter((name) => config[name] === undefined).map((name) => errorOf(name, `is needed ${why}`));
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

function productionErrors(config: GivenSettings): ConfigError[] {
  const errors: ConfigError[] = [];
  for (const name of ['SECRET_KEY', 'TOKEN_KEYS', 'PUBLIC_URL'] as const) {
    if (config[name] === undefined) errors.push(errorOf(name, 'is needed in production'));
  }
  if (/change.?me/i.test(config.SECRET_KEY ?? '')) errors.push(errorOf('SECRET_KEY', 'must be a secret of your own'));
  if (config.ARGON2_MEMORY < 19_456) errors.push(errorOf('ARGON2_MEMORY', 'must be at least 19456 in production'));
  if (config.ALLOW_SANDBOX) return errors;
  if (config.PUBLIC_URL?.startsWith('http:')) errors.push(errorOf('PUBLIC_URL', 'must be an https:// address in production'));
  if (config.SMTP_URL === undefined) errors.push(errorOf('SMTP_URL', 'is needed in production'));
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
