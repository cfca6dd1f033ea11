import type { Config } from '#server/config/config';

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** May parts of the sandbox be used: outside production, and in it where ALLOW_SANDBOX says so. */
export const isSandboxAllowed = (config: Pick<Config, 'NODE_ENV' | 'ALLOW_SANDBOX'>): boolean =>
  config.NODE_ENV !== 'production' || config.ALLOW_SANDBOX;

/** Who takes the payments: as set, else the sandbox where it is allowed, else nobody. */
export const paymentProvider = (config: Config): 'paddle' | 'sandbox' | 'none' =>
  config.PAYMENT_PROVIDER ?? (isSandboxAllowed(config) ? 'sandbox' : 'none');

/** Which platform accounts are linked at: as set, else the sandbox where it is allowed, else none. */
export const platformProvider = (config: Config): 'pinterest' | 'sandbox' | 'none' =>
  config.PLATFORM ?? (isSandboxAllowed(config) ? 'sandbox' : 'none');

/** Settings that are right one by one and wrong together, as sentences. */
export function configErrors(config: Config): string[] {
  const missing = (names: readonly (keyof Config)[], why: string) =>
    names.filter((name) => config[name] === undefined).map((name) => `${name} is needed ${why}`);
  return [
    ...(config.NODE_ENV === 'production' ? productionErrors(config) : []),
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
  const host = config.PUBLIC_URL === undefined ? '' : new URL(config.PUBLIC_URL).hostname;
  if (config.ALLOW_SANDBOX) {
    if (!LOCAL_HOSTS.has(host)) errors.push('ALLOW_SANDBOX is for addresses of this machine: PUBLIC_URL must be one');
    return errors;
  }
  if (config.PUBLIC_URL?.startsWith('http:')) errors.push('PUBLIC_URL must be an https:// address in production');
  if (config.PAYMENT_PROVIDER === 'sandbox') errors.push('PAYMENT_PROVIDER=sandbox is not for production');
  if (config.PLATFORM === 'sandbox') errors.push('PLATFORM=sandbox is not for production');
  if (config.SMTP_URL === undefined) errors.push('SMTP_URL is needed in production');
  return errors;
}
