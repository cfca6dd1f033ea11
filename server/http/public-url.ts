import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '#server/config/config';

/** The public URL of this site: PUBLIC_URL, or localhost with our port. Links in emails use it, never the host of a request. */
@Injectable()
export class PublicUrl {
  #origin: string;
  readonly #isConfigured: boolean;

  constructor(@Inject(CONFIG) config: Config) {
    this.#origin = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin;
    this.#isConfigured = config.PUBLIC_URL !== undefined;
  }

  /** `https://pins.example.com`, without a trailing slash. */
  get origin(): string {
    return this.#origin;
  }

  /** Whether the site uses https, which decides the flags of its cookies. */
  get isHttps(): boolean {
    return this.#origin.startsWith('https:');
  }

  /** Whether the operator set PUBLIC_URL. */
  get isConfigured(): boolean {
    return this.#isConfigured;
  }

  /** Sets the actual port, which may differ from the configured one. */
  setPort(port: number): void {
    if (!this.#isConfigured) this.#origin = `http://localhost:${port}`;
  }
}
