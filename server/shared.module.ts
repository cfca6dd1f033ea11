import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuditLog } from '#domain/audit/acts';
import { EmailBranding } from '#domain/mail/emails';
import { Secrets } from '#domain/secrets';
import { PostgresAuditLog } from '#server/audit/postgres/audit-log';
import { CONFIG, type Config } from '#server/config/config';
import { DatabaseModule } from '#server/database/database.module';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { VisitorCookie } from '#server/http/guards/cookies';
import { PublicUrl } from '#server/http/public-url';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { KEYS, readKeys } from '#server/secrets/keys';

/** What every module of the server and of the CLI may use. The configuration and the database URL are parameters, so that tests build the same application. */
@Global()
@Module({})
export class SharedModule {
  static forConfig(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: SharedModule,
      imports: [DatabaseModule.forUrl(databaseUrl, config)],
      providers: [
        { provide: CONFIG, useValue: config },
        { provide: KEYS, useValue: readKeys(config) },
        { provide: Secrets, useClass: CryptoSecrets },
        { provide: AuditLog, useClass: PostgresAuditLog },
        {
          provide: EmailBranding,
          inject: [PublicUrl],
          useFactory: (publicUrl: PublicUrl) => new EmailBranding(config.BRAND_NAME, config.SUPPORT_EMAIL, publicUrl),
        },
        PublicUrl,
        PrintedAddress,
        VisitorCookie,
      ],
      exports: [CONFIG, KEYS, Secrets, AuditLog, EmailBranding, PublicUrl, PrintedAddress, VisitorCookie],
    };
  }
}
