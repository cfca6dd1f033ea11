import type { Config } from '#server/config/config';

/** Whether sandbox parts may be used: outside production, or in it with ALLOW_SANDBOX. */
export const isSandboxAllowed = (config: Pick<Config, 'NODE_ENV' | 'ALLOW_SANDBOX'>): boolean =>
  config.NODE_ENV !== 'production' || config.ALLOW_SANDBOX;

/** The payment provider: the configured one, or else the sandbox where it is allowed. */
export const paymentProvider = (config: Config): 'paddle' | 'sandbox' | 'none' =>
  config.PAYMENT_PROVIDER ?? (isSandboxAllowed(config) ? 'sandbox' : 'none');

/** The platform whose accounts can be linked: the configured one, or else the sandbox where it is allowed. */
export const platformProvider = (config: Config): 'pinterest' | 'sandbox' | 'none' =>
  config.PLATFORM ?? (isSandboxAllowed(config) ? 'sandbox' : 'none');
