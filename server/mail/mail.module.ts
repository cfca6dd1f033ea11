import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { EmailBranding } from '#domain/mail/email-branding';
import { Mailer } from '#domain/mail/mailer';
import { EmailOutbox } from '#domain/mail/email-outbox';
import { OldEmails } from '#domain/mail/old-emails';
import { Recipients } from '#domain/mail/recipients';
import { CONFIG, type Config } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';
import { JobsModule } from '#server/jobs/jobs.module';
import { DeliverEmails, EmailRenderer } from '#server/mail/deliver-emails';
import { EmailsJob } from '#server/mail/emails.job';
import { CapturingMailer } from '#server/mail/capturing-mailer';
import { MarketingController } from '#server/mail/marketing.controller';
import { SiteEmailRenderer } from '#server/mail/site-email-renderer';
import { SiteEmailBranding } from '#server/mail/site-email-branding';
import { SmtpMailer } from '#server/mail/smtp-mailer';
import { PostgresOldEmails } from '#server/mail/postgres/old-emails';
import { TypeormEmailOutbox } from '#server/mail/typeorm/email-outbox';
import { TypeormRecipients } from '#server/mail/typeorm/recipients';

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
    { provide: OldEmails, useClass: PostgresOldEmails },
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
