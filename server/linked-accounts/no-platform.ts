import type { AccountReader } from '#domain/linked-accounts/account-reader';
import { PlatformNotConfigured } from '#domain/linked-accounts/errors';
import type { Platform } from '#domain/linked-accounts/platform';

const refuse = (): Promise<never> => Promise.reject(new PlatformNotConfigured());

/** The adapter when no platform is configured. */
export class NoPlatform implements Platform, AccountReader {
  readonly name = null;
  readonly exchangeCode = refuse;
  readonly refreshTokens = refuse;
  readonly fetchProfile = refuse;
  readonly readDays = refuse;
  readonly readTopPins = refuse;
  readonly readPin = refuse;
  readonly readPins = refuse;
  readonly readPinDays = refuse;
  readonly readBoards = refuse;
  readonly readTrends = refuse;
  readonly readTerms = refuse;
  readonly readVolumes = refuse;

  authorizationUrl(): never {
    throw new PlatformNotConfigured();
  }

  forget(): void {}
}
