import { Controller, Get, Inject } from '@nestjs/common';
import type { SiteSettings } from '#domain/site/contract';
import type { RequestContext } from '#domain/auth/request-context';
import { CONFIG, type Config } from '#server/config/config';
import { isSandboxAllowed } from '#server/config/providers';
import { Postgres } from '#server/database/postgres';
import { VERSION } from '#server/config/version';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { CurrentRequestContext } from '#server/http/guards/current-viewer.decorator';
import { isLoopback } from '#server/http/guards/client-ip';

/** The public settings of the site. */
@Controller('api')
export class SiteController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly postgres: Postgres,
  ) {}

  @Get('settings')
  async getSettings(@CurrentRequestContext() { clientIp }: RequestContext): Promise<SiteSettings> {
    const isDemo = await isDemoInstalled(this.postgres.pool);
    const { BRAND_NAME, SUPPORT_EMAIL, TESTIMONIAL_TEXT, TESTIMONIAL_AUTHOR } = this.config;
    return {
      brand: BRAND_NAME,
      support_email: SUPPORT_EMAIL,
      version: VERSION,
      demo: isDemo,
      demo_sign_in: isDemo && isSandboxAllowed(this.config) && isLoopback(clientIp),
      local_mail: this.config.SMTP_URL === undefined && isSandboxAllowed(this.config),
      testimonial: TESTIMONIAL_TEXT ? { text: TESTIMONIAL_TEXT, author: TESTIMONIAL_AUTHOR } : null,
    };
  }
}
