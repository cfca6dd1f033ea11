import { Controller, Get, Inject } from '@nestjs/common';
import type { SiteSettings } from '#domain/api';
import type { Caller } from '#domain/auth/caller';
import { CONFIG, type Config } from '#server/config/config';
import { sandboxAllowed } from '#server/config/config-faults';
import { Postgres } from '#server/database/postgres';
import { VERSION } from '#server/config/version';
import { Calling } from '#server/http/asker.decorator';
import { isThisMachine } from '#server/http/network';

/** What the client needs to know about the site. */
@Controller('api')
export class SiteController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly postgres: Postgres,
  ) {}

  @Get('settings')
  async settings(@Calling() { network }: Caller): Promise<SiteSettings> {
    const { rows } = await this.postgres.pool.query(`select 1 from settings where name = 'demo' and value = 'true'`);
    const { BRAND_NAME, SUPPORT_EMAIL, TESTIMONIAL_TEXT, TESTIMONIAL_AUTHOR } = this.config;
    return {
      brand: BRAND_NAME,
      support_email: SUPPORT_EMAIL,
      version: VERSION,
      demo: rows.length > 0,
      demo_sign_in: rows.length > 0 && sandboxAllowed(this.config) && isThisMachine(network),
      local_mail: this.config.SMTP_URL === undefined && sandboxAllowed(this.config),
      testimonial: TESTIMONIAL_TEXT ? { text: TESTIMONIAL_TEXT, author: TESTIMONIAL_AUTHOR } : null,
    };
  }
}
