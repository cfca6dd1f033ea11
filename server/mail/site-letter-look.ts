import { Inject, Injectable } from '@nestjs/common';
import type { Letter } from '#domain/mail/letter';
import type { RenderedLetter } from '#domain/mail/mailer';
import { CONFIG, type Config } from '#server/config/config';
import { LetterLook } from '#server/mail/deliver-letters';
import { renderLetter } from '#server/mail/render-letter';

/** Letters look like this site. */
@Injectable()
export class SiteLetterLook extends LetterLook {
  constructor(@Inject(CONFIG) private readonly config: Config) {
    super();
  }

  of(id: number, letter: Letter): RenderedLetter {
    return renderLetter(id, letter, this.config.BRAND_NAME);
  }
}
