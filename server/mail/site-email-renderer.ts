import { Inject, Injectable } from '@nestjs/common';
import type { Email } from '#domain/mail/email';
import type { RenderedEmail } from '#domain/mail/mailer';
import { CONFIG, type Config } from '#server/config/config';
import { EmailRenderer } from '#server/mail/deliver-emails';
import { renderEmail } from '#server/mail/render-email';

/** Letters look like this site. */
@Injectable()
export class SiteEmailRenderer extends EmailRenderer {
  constructor(@Inject(CONFIG) private readonly config: Config) {
    super();
  }

  render(id: number, email: Email): RenderedEmail {
    return renderEmail(id, email, this.config.BRAND_NAME);
  }
}
