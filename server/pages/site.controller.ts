import type { SiteSettings } from '#domain/site/contract';
import { Controller, Inject } from '@nestjs/common';
import { viewSettings } from '#domain/site/endpoints';
import { CONFIG, type Config, isSandboxAllowed, VERSION } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { Handles, type Received } from '#server/http/handles';

/** The public settings of the site. */
@Controller()
export class SiteController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly postgres: Postgres,
    private readonly printedAddress: PrintedAddress,
  ) {}

  @Handles(viewSettings)
  async getSettings({ request }: Received<typeof viewSettings>): Promise<SiteSettings> {
    const isDemo = await isDemoInstalled(this.postgres.pool);
    const isOpen = isSandboxAllowed(this.config) && this.printedAddress.isOpenTo(request);
    const isMissing = isSandboxAllowed(this.config) && this.printedAddress.isMissingFor(request);
    const isMailCaptured = this.config.SMTP_URL === undefined;
    const {
      BRAND_NAME,
      SUPPORT_EMAIL,
      IMAGE_HOSTS,
      TESTIMONIAL_TEXT,
      TESTIMONIAL_AUTHOR,
      HOME_KEYWORDS,
      REGISTRATION,
      OIDC_ISSUER,
      OIDC_BUTTON_LABEL,
    } = this.config;
    return {
      brand: BRAND_NAME,
      support_email: SUPPORT_EMAIL,
      version: VERSION,
      demo: isDemo,
      image_hosts: IMAGE_HOSTS,
      home_keywords: HOME_KEYWORDS,
      registration: REGISTRATION,
      single_sign_on: OIDC_ISSUER === undefined ? null : OIDC_BUTTON_LABEL,
      demo_sign_in: isOpen && isDemo,
      local_mail: isOpen && isMailCaptured,
      needs_printed_address: isMissing
        ? [...(isDemo ? ['demo_sign_in' as const] : []), ...(isMailCaptured ? ['local_mail' as const] : [])]
        : [],
      testimonial: TESTIMONIAL_TEXT ? { text: TESTIMONIAL_TEXT, author: TESTIMONIAL_AUTHOR } : null,
    };
  }
}
