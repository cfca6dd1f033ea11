import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#server/config/config';

/** Where people reach this site: PUBLIC_URL, else the port we listen on. Links in letters are made from it, never from what a request claims. */
@Injectable()
export class PublicAddress {
  #origin: string;
  readonly #fixed: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    this.#origin = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin;
    this.#fixed = config.PUBLIC_URL !== undefined;
  }

  /** `https://pins.example.com`, without a slash at the end. */
  get origin(): string {
    return this.#origin;
  }

  /** Is the site reached over https? Decides the cookies' flags. */
  get secure(): boolean {
    return this.#origin.startsWith('https:');
  }

  /** True when the operator has said where the site is. */
  get fixed(): boolean {
    return this.#fixed;
  }

  /** Told once the port is known, which may be another than the one that was wished for. */
  listensOn(port: number): void {
    if (!this.#fixed) this.#origin = `http://localhost:${port}`;
  }
}
