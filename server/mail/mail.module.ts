import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { EmailBranding } from '#domain/mail/letterhead';
import { Mailer } from '#domain/mail/mailer';
import { EmailOutbox } from '#domain/mail/outbox';
import { Recipients } from '#domain/mail/recipients';
import { CONFIG, type Config } from '#server/config/config';
import { PublicUrl } from '#server/http/public-address';
import { JobsModule } from '#server/jobs/jobs.module';
import { DeliverEmails, EmailRenderer } from '#server/mail/deliver-letters';
import { EmailsJob } from '#server/mail/letters.job';
import { CapturingMailer } from '#server/mail/local-mailbox';
import { MarketingController } from '#server/mail/marketing.controller';
import { SiteEmailRenderer } from '#server/mail/site-letter-look';
import { SiteEmailBranding } from '#server/mail/site-letterhead';
import { SmtpMailer } from '#server/mail/smtp-mailer';
import { TypeormEmailOutbox } from '#server/mail/typeorm-outbox';
import { TypeormRecipients } from '#server/mail/typeorm-recipients';

/** Through the operator's mail server, or, where none is set up, into the local mailbox. */
const mailerProvider = {
  provide: Mailer,
  inject: [CONFIG, PublicUrl],
  useFactory: ({ SMTP_URL, MAIL_FROM }: Config, publicUrl: PublicUrl): Mailer =>
    SMTP_URL && MAIL_FROM ? new SmtpMailer(SMTP_URL, MAIL_FROM, new URL(publicUrl.origin).hostname) : new CapturingMailer(),
};

@Module({
  imports: [JobsModule],
  controllers: [MarketingController],
  providers: [
    DeliverEmails,
    EmailsJob,
    mailerProvider,
    { provide: EmailBranding, useClass: SiteEmailBranding },
    { provide: EmailRenderer, useClass: SiteEmailRenderer },
    { provide: EmailOutbox, useClass: TypeormEmailOutbox },
    { provide: Recipients, useClass: TypeormRecipients },
  ],
  exports: [EmailBranding],
})
export class MailModule implements OnApplicationShutdown {
  constructor(private readonly mailer: Mailer) {}

  onApplicationShutdown(): void {
    if (this.mailer instanceof SmtpMailer) this.mailer.close();
  }
}
