import { Inject, Injectable } from '@nestjs/common';
import { Letterhead } from '#domain/mail/letterhead';
import type { Correspondence } from '#domain/mail/letters';
import { CONFIG, type Config } from '#server/config/config';
import { PublicAddress } from '#server/http/public-address';

/** This site's name and address; never what a request claims them to be. */
@Injectable()
export class SiteLetterhead extends Letterhead {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly address: PublicAddress,
  ) {
    super();
  }

  about(to: string, user_id: string | null): Correspondence {
    return { brand: this.config.BRAND_NAME, origin: this.address.origin, to, user_id };
  }
}
