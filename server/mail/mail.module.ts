import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { EmailBranding } from '#domain/mail/email-branding';
import { CapturedEmails, EmailOutbox } from '#domain/mail/email-outbox';
import { EmailRenderer, Mailer } from '#domain/mail/mailer';
import { OptionalEmails } from '#domain/mail/optional-emails';
import { Recipients } from '#domain/mail/recipients';
import { Secrets } from '#domain/secrets';
import { CONFIG, type Config } from '#server/config/config';
import { isSandboxAllowed } from '#server/config/providers';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { JobsModule } from '#server/jobs/jobs.module';
import { CapturingMailer } from '#server/mail/capturing-mailer';
import { DeliverEmails } from '#server/mail/deliver-emails';
import { SiteEmailRenderer } from '#server/mail/emails/render-email';
import { serveCapturedMail } from '#server/mail/emails/serve-captured-mail';
import { SiteEmailBranding } from '#server/mail/emails/site-email-branding';
import { EmailsJob } from '#server/mail/emails.job';
import { MarketingController } from '#server/mail/marketing.controller';
import { OptionalEmailsController } from '#server/mail/optional-emails.controller';
import { SmtpMailer } from '#server/mail/smtp/smtp-mailer';
import { TypeormCapturedEmails } from '#server/mail/typeorm/captured-emails';
import { TypeormEmailOutbox } from '#server/mail/typeorm/email-outbox';
import { TypeormOptionalEmails } from '#server/mail/typeorm/optional-emails';
import { TypeormRecipients } from '#server/mail/typeorm/recipients';

/** Delivers through the configured mail server, or captures emails when there is none. */
const mailerProvider = {
  provide: Mailer,
  inject: [CONFIG, PublicUrl],
  useFactory: ({ SMTP_URL, MAIL_FROM }: Config, publicUrl: PublicUrl): Mailer =>
    SMTP_URL && MAIL_FROM ? new SmtpMailer(SMTP_URL, MAIL_FROM, new URL(publicUrl.origin).hostname) : new CapturingMailer(),
};

@Module({
  imports: [JobsModule],
  controllers: [MarketingController, OptionalEmailsController],
  providers: [
    DeliverEmails,
    EmailsJob,
    mailerProvider,
    { provide: CapturedEmails, useClass: TypeormCapturedEmails },
    { provide: EmailBranding, useClass: SiteEmailBranding },
    { provide: EmailRenderer, useClass: SiteEmailRenderer },
    { provide: EmailOutbox, useClass: TypeormEmailOutbox },
    { provide: OptionalEmails, useClass: TypeormOptionalEmails },
    { provide: Recipients, useClass: TypeormRecipients },
  ],
  exports: [EmailBranding],
})
export class MailModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly mailer: Mailer,
    private readonly capturedEmails: CapturedEmails,
    private readonly secrets: Secrets,
    private readonly printedAddress: PrintedAddress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.SMTP_URL || !isSandboxAllowed(this.config)) return;
    const { capturedEmails, secrets, printedAddress } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    serveCapturedMail(fastify, { capturedEmails, secrets, printedAddress, brand: this.config.BRAND_NAME });
  }

  onApplicationShutdown(): void {
    if (this.mailer instanceof SmtpMailer) this.mailer.close();
  }
}
