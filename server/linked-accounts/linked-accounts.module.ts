import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Clock } from '#domain/clock';
import { Platform } from '#domain/linked-accounts/platform';
import { CONFIG, type Config } from '#server/config/config';
import { isSandboxAllowed, platformProvider } from '#server/config/providers';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { PublicUrl } from '#server/http/public-url';
import { JobsModule } from '#server/jobs/jobs.module';
import { RenewTokens } from '#server/linked-accounts/renew-tokens';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { LinkedAccountsController } from '#server/linked-accounts/linked-accounts.controller';
import { NoPlatform } from '#server/linked-accounts/no-platform';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import { serveSandboxConsent } from '#server/linked-accounts/sandbox/serve-sandbox-consent';
import { SandboxPlatform } from '#server/linked-accounts/sandbox/platform';
import { TokenEncryption } from '#server/linked-accounts/postgres/token-encryption';
import { RenewTokensJob } from '#server/linked-accounts/renew-tokens.job';
import { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { LinkingStates } from '#server/linked-accounts/typeorm/linking-states';
import { Permissions } from '#server/linked-accounts/typeorm/permissions';
import { TokenCipher } from '#server/secrets/token-cipher';

/** Chooses the platform by configuration; the sandbox only where it is allowed. */
function choosePlatform(config: Config, publicUrl: PublicUrl, tokenCipher: TokenCipher, clock: Clock): Platform {
  const platformName = platformProvider(config);
  if (platformName === 'sandbox' && isSandboxAllowed(config)) return new SandboxPlatform(tokenCipher, clock);
  const { PINTEREST_APP_ID: id, PINTEREST_APP_SECRET: secret, PINTEREST_API_URL: apiUrl, PINTEREST_OAUTH_URL: oauthUrl } = config;
  if (platformName !== 'pinterest' || id === undefined || secret === undefined) return new NoPlatform();
  return new PinterestPlatform({ id, secret, apiUrl, oauthUrl, origin: () => publicUrl.origin }, clock);
}

@Module({
  imports: [JobsModule],
  controllers: [LinkedAccountsController],
  providers: [
    LinkAccount,
    RenewTokens,
    RenewTokensJob,
    TokenCipher,
    TokenEncryption,
    { provide: Platform, inject: [CONFIG, PublicUrl, TokenCipher, Clock], useFactory: choosePlatform },
    LinkedAccounts,
    LinkingStates,
    Permissions,
  ],
})
export class LinkedAccountsModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly platform: Platform,
    private readonly printedAddress: PrintedAddress,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const { platform, printedAddress } = this;
    if (platform instanceof SandboxPlatform) serveSandboxConsent(fastify, { platform, printedAddress, brand: this.config.BRAND_NAME });
  }
}
