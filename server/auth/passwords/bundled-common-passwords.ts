import { Injectable } from '@nestjs/common';
import { CommonPasswords } from '#domain/auth/account/passwords';

/** The 49,000 commonest passwords as a package brings them; read into memory when somebody first chooses a password. */
@Injectable()
export class BundledCommonPasswords extends CommonPasswords {
  #passwords: Promise<ReadonlySet<string>> | undefined;

  async loadMatcher(): Promise<(password: string) => boolean> {
    this.#passwords ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
    const commonPasswords = await this.#passwords;
    return (password) => commonPasswords.has(password);
  }
}
