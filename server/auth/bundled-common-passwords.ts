import { Injectable } from '@nestjs/common';
import { CommonPasswords } from '#domain/auth/passwords';

/** The 49,000 commonest passwords as a package brings them; read into memory when somebody first chooses a password. */
@Injectable()
export class BundledCommonPasswords extends CommonPasswords {
  #loaded: Promise<ReadonlySet<string>> | undefined;

  async list(): Promise<(password: string) => boolean> {
    this.#loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
    const common = await this.#loaded;
    return (password) => common.has(password);
  }
}
