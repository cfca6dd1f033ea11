import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { Letterhead } from '#domain/mail/letterhead';
import { Mailer } from '#domain/mail/mailer';
import { Outbox } from '#domain/mail/outbox';
import { Recipients } from '#domain/mail/recipients';
import { CONFIG, type Config } from '#server/config/config';
import { PublicAddress } from '#server/http/public-address';
import { JobsModule } from '#server/jobs/jobs.module';
import { DeliverLetters, LetterLook } from '#server/mail/deliver-letters';
import { LettersJob } from '#server/mail/letters.job';
import { LocalMailbox } from '#server/mail/local-mailbox';
import { MarketingController } from '#server/mail/marketing.controller';
import { SiteLetterLook } from '#server/mail/site-letter-look';
import { SiteLetterhead } from '#server/mail/site-letterhead';
import { SmtpMailer } from '#server/mail/smtp-mailer';
import { TypeormOutbox } from '#server/mail/typeorm-outbox';
import { TypeormRecipients } from '#server/mail/typeorm-recipients';

/** Through the operator's mail server, or, where none is set up, into the local mailbox. */
const mailer = {
  provide: Mailer,
  inject: [CONFIG, PublicAddress],
  useFactory: ({ SMTP_URL, MAIL_FROM }: Config, address: PublicAddress): Mailer =>
    SMTP_URL && MAIL_FROM ? new SmtpMailer(SMTP_URL, MAIL_FROM, new URL(address.origin).hostname) : new LocalMailbox(),
};

@Module({
  imports: [JobsModule],
  controllers: [MarketingController],
  providers: [
    DeliverLetters,
    LettersJob,
    mailer,
    { provide: Letterhead, useClass: SiteLetterhead },
    { provide: LetterLook, useClass: SiteLetterLook },
    { provide: Outbox, useClass: TypeormOutbox },
    { provide: Recipients, useClass: TypeormRecipients },
  ],
  exports: [Letterhead],
})
export class MailModule implements OnApplicationShutdown {
  constructor(private readonly mailer: Mailer) {}

  onApplicationShutdown(): void {
    if (this.mailer instanceof SmtpMailer) this.mailer.close();
  }
}
