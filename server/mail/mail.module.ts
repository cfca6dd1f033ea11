import { Module } from '@nestjs/common';
import { Letterhead } from '#domain/mail/letterhead';
import { SiteLetterhead } from '#server/mail/site-letterhead';

@Module({
  providers: [{ provide: Letterhead, useClass: SiteLetterhead }],
  exports: [Letterhead],
})
export class MailModule {}
