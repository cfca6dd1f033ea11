import type { AccountReader } from '#domain/linked-accounts/account-reader';
import type { Platform } from '#domain/linked-accounts/platform';
import { PlatformNotConfigured } from '#domain/linked-accounts/errors';

/** The adapter when no platform is configured. */
export class NoPlatform implements Platform, AccountReader {
  readonly name = null;

  authorizationUrl(): never {
    throw new PlatformNotConfigured();
  }

  exchangeCode(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  refreshTokens(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  fetchProfile(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readDays(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readTopPins(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readPin(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readPins(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readPinDays(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readBoards(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readTrends(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readTerms(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  readVolumes(): Promise<never> {
    return Promise.reject(new PlatformNotConfigured());
  }

  forget(): void {}
}
