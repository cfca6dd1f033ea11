import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Mailer } from '#domain/mail/mailer';
import { Secrets } from '#domain/secrets';
import { CONFIG, type Config } from '#server/config/config';
import { isSandboxAllowed } from '#server/config/providers';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { JobsModule } from '#server/jobs/jobs.module';
import { DeliverEmails } from '#server/mail/deliver-emails';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { serveCapturedMail } from '#server/mail/emails/serve-captured-mail';
import { EmailsJob } from '#server/mail/emails.job';
import { MarketingController } from '#server/mail/marketing.controller';
import { OptionalEmailsController } from '#server/mail/optional-emails.controller';
import { SmtpMailer } from '#server/mail/smtp/smtp-mailer';
import { EmailOutbox } from '#server/mail/typeorm/email-outbox';
import { OptionalEmails } from '#server/mail/typeorm/optional-emails';
import { Recipients } from '#server/mail/typeorm/recipients';

/** Sends nothing: emails stay in the outbox and can be read at `/dev/mail`. */
class CapturingMailer implements Mailer {
  readonly keepsDeliveredEmails = true;

  deliver(): Promise<void> {
    return Promise.resolve();
  }
}

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
  providers: [DeliverEmails, EmailsJob, mailerProvider, EmailRenderer, OptionalEmails, Recipients, EmailOutbox],
})
export class MailModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly mailer: Mailer,
    private readonly outbox: EmailOutbox,
    private readonly secrets: Secrets,
    private readonly printedAddress: PrintedAddress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    if (this.config.SMTP_URL || !isSandboxAllowed(this.config)) return;
    const { outbox, secrets, printedAddress } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    serveCapturedMail(fastify, { outbox, secrets, printedAddress, brand: this.config.BRAND_NAME });
  }

  onApplicationShutdown(): void {
    if (this.mailer instanceof SmtpMailer) this.mailer.close();
  }
}
