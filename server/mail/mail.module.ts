import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#domain/durations';
import type { LockScope } from '#domain/jobs/lock-scope';
import { Mailer } from '#domain/mail/mailer';
import { Secrets } from '#domain/secrets';
import { CONFIG, type Config, isSandboxAllowed } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { JobRunner } from '#server/jobs/job-runner';
import { JobsModule } from '#server/jobs/jobs.module';
import { DeliverEmails } from '#server/mail/deliver-emails';
import { EmailRenderer } from '#server/mail/emails/render-email';
import { serveCapturedMail } from '#server/mail/emails/serve-captured-mail';
import { MarketingController, OptionalEmailsController } from '#server/mail/optional-emails.controller';
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

const EMAIL_RETENTION_MS = 30 * DAY_MS;

/**
 * Deletes emails that were created before a time; returns how many. One statement of the job pool, which has no timeout: a campaign leaves
 * many rows of one day.
 */
async function deleteEmailsBefore(postgres: Postgres, scope: LockScope, time: Date): Promise<number> {
  return (await postgres.jobPoolIn(scope).query('delete from emails where created_at < $1', [time])).rowCount ?? 0;
}

@Module({
  imports: [JobsModule],
  controllers: [MarketingController, OptionalEmailsController],
  providers: [DeliverEmails, mailerProvider, EmailRenderer, OptionalEmails, Recipients, EmailOutbox],
})
export class MailModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly mailer: Mailer,
    private readonly outbox: EmailOutbox,
    private readonly secrets: Secrets,
    private readonly printedAddress: PrintedAddress,
    private readonly runner: JobRunner,
    private readonly deliverEmails: DeliverEmails,
    private readonly postgres: Postgres,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Sends due emails, and deletes old ones every night. */
  onModuleInit(): void {
    this.runner.register('emails', ({ scope }) => this.deliverEmails.run(scope));
    this.runner.register('emails-clean-up', ({ scope, startedAt }) =>
      deleteEmailsBefore(this.postgres, scope, new Date(startedAt.getTime() - EMAIL_RETENTION_MS)),
    );
    if (this.config.SMTP_URL || !isSandboxAllowed(this.config)) return;
    const { outbox, secrets, printedAddress } = this;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    serveCapturedMail(fastify, { outbox, secrets, printedAddress, brand: this.config.BRAND_NAME });
  }

  onApplicationShutdown(): void {
    if (this.mailer instanceof SmtpMailer) this.mailer.close();
  }
}
