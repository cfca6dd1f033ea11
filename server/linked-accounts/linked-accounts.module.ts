import { Inject, Logger, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Clock } from '#domain/clock';
import { AccountReader } from '#domain/linked-accounts/account-reader';
import { Platform } from '#domain/linked-accounts/platform';
import { CONFIG, type Config, isSandboxAllowed, platformProvider } from '#server/config/config';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { JobRunner } from '#server/jobs/job-runner';
import { JobsModule } from '#server/jobs/jobs.module';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { LinkedAccountsController } from '#server/linked-accounts/linked-accounts.controller';
import { NoPlatform } from '#server/linked-accounts/no-platform';
import { PinterestAccountReader } from '#server/linked-accounts/pinterest/account-reader';
import { type PinterestApp, PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { serveSandboxPages } from '#server/linked-accounts/sandbox/serve-sandbox-pages';
import { PinterestSandbox, SANDBOX_CONSENT_PATH } from '#server/linked-accounts/sandbox/sandbox';
import { StoredAnswers } from '#server/linked-accounts/postgres/stored-answers';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { Permissions } from '#server/linked-accounts/typeorm/permissions';
import { ViewAccount } from '#server/linked-accounts/view-account';
import { TokenCipher } from '#server/secrets/token-cipher';

const ADAPTERS = Symbol('ADAPTERS');

/** The sandbox's app; its secret protects nothing, because the sandbox answers only inside this process. */
const SANDBOX_APP = { id: 'sandbox', secret: 'sandbox' } as const;

/** The adapters of a platform, and the sandbox where it is used. */
interface PlatformAdapters {
  readonly platform: Platform;
  readonly reader: AccountReader;
  readonly sandbox?: PinterestSandbox;
}

/** Chooses the platform by configuration: the sandbox is asked through the same adapters as Pinterest. */
function choosePlatform(
  config: Config,
  tokenCipher: TokenCipher,
  publicUrl: PublicUrl,
  answers: StoredAnswers,
  clock: Clock,
): PlatformAdapters {
  const adaptersOf = (app: Omit<PinterestApp, 'origin'>): PlatformAdapters => ({
    platform: new PinterestPlatform({ ...app, origin: () => publicUrl.origin }, clock),
    reader: new PinterestAccountReader({ ...app, maxUrlBytes: config.PINTEREST_MAX_URL_BYTES }, answers, clock),
  });
  const provider = platformProvider(config);
  if (provider === 'sandbox' && isSandboxAllowed(config)) {
    const sandbox = new PinterestSandbox({ app: SANDBOX_APP, tier: 'standard' }, tokenCipher, clock);
    const send = (url: string | URL | Request, init?: RequestInit) => sandbox.respond(new Request(url, init));
    const urls = { apiUrl: 'http://sandbox.invalid/v5', oauthUrl: SANDBOX_CONSENT_PATH };
    return { ...adaptersOf({ name: 'sandbox', ...SANDBOX_APP, ...urls, send }), sandbox };
  }
  const { PINTEREST_APP_ID: id, PINTEREST_APP_SECRET: secret, PINTEREST_API_URL: apiUrl, PINTEREST_OAUTH_URL: oauthUrl } = config;
  if (provider === 'pinterest' && id !== undefined && secret !== undefined)
    return adaptersOf({ name: 'pinterest', id, secret, apiUrl, oauthUrl });
  const none = new NoPlatform();
  return { platform: none, reader: none };
}

@Module({
  imports: [JobsModule],
  controllers: [LinkedAccountsController],
  providers: [
    LinkAccount,
    RenewTokens,
    ViewAccount,
    TokenCipher,
    TokenEncryption,
    StoredAnswers,
    { provide: ADAPTERS, inject: [CONFIG, TokenCipher, PublicUrl, StoredAnswers, Clock], useFactory: choosePlatform },
    { provide: Platform, inject: [ADAPTERS], useFactory: ({ platform }: PlatformAdapters) => platform },
    { provide: AccountReader, inject: [ADAPTERS], useFactory: ({ reader }: PlatformAdapters) => reader },
    LinkedAccounts,
    Permissions,
  ],
})
export class LinkedAccountsModule implements OnModuleInit {
  readonly #logger = new Logger('linked-accounts');

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(ADAPTERS) private readonly adapters: PlatformAdapters,
    private readonly printedAddress: PrintedAddress,
    private readonly runner: JobRunner,
    private readonly renewTokens: RenewTokens,
    private readonly answers: StoredAnswers,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Renews access to linked accounts every hour, and deletes what was read from them after minutes. */
  onModuleInit(): void {
    this.runner.register('linked-answers', () => this.answers.deleteExpired(this.clock.now()));
    this.runner.register('linked-tokens', async ({ scope }) => {
      const { renewed, ended, failed, warned } = await this.renewTokens.run(scope);
      if (failed > 0) this.#logger.warn(`access to ${failed} linked accounts could not be renewed now`);
      return renewed + ended + warned;
    });
    const { sandbox } = this.adapters;
    if (!sandbox) return;
    const served = { sandbox, printedAddress: this.printedAddress, brand: this.config.BRAND_NAME };
    serveSandboxPages(this.host.httpAdapter.getInstance<FastifyInstance>(), served);
  }
}
