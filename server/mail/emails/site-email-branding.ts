import { Inject, Injectable } from '@nestjs/common';
import type { EmailBranding } from '#domain/mail/email-branding';
import type { EmailContext } from '#domain/mail/emails';
import { CONFIG, type Config } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';

/** The configured brand and public URL, never those of a request. */
@Injectable()
export class SiteEmailBranding implements EmailBranding {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly publicUrl: PublicUrl,
  ) {}

  contextFor(to: string, userId: string | null): EmailContext {
    return { brand: this.config.BRAND_NAME, origin: this.publicUrl.origin, to, user_id: userId };
  }

  operatorContext(): EmailContext {
    return this.contextFor(this.config.SUPPORT_EMAIL, null);
  }
}
