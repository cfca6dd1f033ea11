import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#server/config/config';

/** Where people reach this site: PUBLIC_URL, else the port we listen on. Links in letters are made from it, never from what a request claims. */
@Injectable()
export class PublicUrl {
  #origin: string;
  readonly #isConfigured: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    this.#origin = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin;
    this.#isConfigured = config.PUBLIC_URL !== undefined;
  }

  /** `https://pins.example.com`, without a slash at the end. */
  get origin(): string {
    return this.#origin;
  }

  /** Is the site reached over https? Decides the cookies' flags. */
  get isHttps(): boolean {
    return this.#origin.startsWith('https:');
  }

  /** True when the operator has said where the site is. */
  get isConfigured(): boolean {
    return this.#isConfigured;
  }

  /** Told once the port is known, which may be another than the one that was wished for. */
  setPort(port: number): void {
    if (!this.#isConfigured) this.#origin = `http://localhost:${port}`;
  }
}
