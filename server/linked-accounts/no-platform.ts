import { Platform } from '#domain/linked-accounts/platform';
import { PlatformAbsent } from '#domain/linked-accounts/refusals';

/** Stands where no platform is set up. */
export class NoPlatform extends Platform {
  readonly name = null;

  authorisationUrl(): never {
    throw new PlatformAbsent();
  }

  exchange(): Promise<never> {
    return Promise.reject(new PlatformAbsent());
  }

  refresh(): Promise<never> {
    return Promise.reject(new PlatformAbsent());
  }

  profile(): Promise<never> {
    return Promise.reject(new PlatformAbsent());
  }
}
