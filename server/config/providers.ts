import type { Config } from '#server/config/config';
import { isPublicSite } from '#server/config/public-site';

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
