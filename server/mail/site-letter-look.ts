import { Inject, Injectable } from '@nestjs/common';
import type { Email } from '#domain/mail/letter';
import type { RenderedEmail } from '#domain/mail/mailer';
import { CONFIG, type Config } from '#server/config/config';
import { EmailRenderer } from '#server/mail/deliver-letters';
import { renderEmail } from '#server/mail/render-letter';

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
