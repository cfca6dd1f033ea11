import { Injectable } from '@nestjs/common';
import { CommonPasswords } from '#domain/auth/account/passwords';

/** The 49,000 most common passwords, from a package; loaded when a password is first chosen. */
@Injectable()
export class BundledCommonPasswords extends CommonPasswords {
  #passwords: Promise<ReadonlySet<string>> | undefined;

  async loadMatcher(): Promise<(password: string) => boolean> {
    this.#passwords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
    const commonPasswords = await this.#passwords;
    return (password) => commonPasswords.has(password);
  }
}
