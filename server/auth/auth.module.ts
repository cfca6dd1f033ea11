import { Module, type OnModuleInit } from '@nestjs/common';
import { deleteExpiredAuthData } from '#server/auth/postgres/expired-auth-data';
import { Postgres } from '#server/database/postgres';
import { JobRunner } from '#server/jobs/job-runner';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { Passwords } from '#domain/auth/account/passwords';
import { ClientDocuments } from '#domain/auth/oauth/oauth';
import { SecurityLog } from '#domain/auth/security-log';
import { IdentityProvider } from '#domain/auth/single-sign-on/identity-provider';
import { SignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { Viewers } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { CredentialsController } from '#server/auth/account/credentials.controller';
import { CredentialChanges } from '#server/auth/account/typeorm/credential-changes';
import { ApiKeysController } from '#server/auth/api-keys/api-keys.controller';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { ApiKeys } from '#server/auth/api-keys/typeorm/api-keys';
import { AccountController } from '#server/auth/account/account.controller';
import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import { LocalStrategy, PasswordGuard } from '#server/auth/password.guard';
import { OwnerCheck } from '#server/auth/owner-check';
import { ConnectAssistants } from '#server/auth/oauth/connect-assistants';
import { HttpsClientDocuments } from '#server/auth/oauth/https-client-documents';
import { OAuthController } from '#server/auth/oauth/oauth.controller';
import { Grants } from '#server/auth/oauth/typeorm/grants';
import { PasskeysController } from '#server/auth/passkeys/passkeys.controller';
import { Passkeys } from '#server/auth/passkeys/typeorm/passkeys';
import { UsePasskeys } from '#server/auth/passkeys/use-passkeys';
import { WebAuthnProtocol } from '#server/auth/passkeys/webauthn/protocol';
import { ManageCredentials } from '#server/auth/account/manage-credentials';
import { SecondFactor } from '#server/auth/second-factor';
import { SessionsController } from '#server/auth/sessions.controller';
import { OpenIdProvider } from '#server/auth/single-sign-on/openid/provider';
import { SingleSignOn } from '#server/auth/single-sign-on/single-sign-on';
import { SingleSignOnController } from '#server/auth/single-sign-on/single-sign-on.controller';
import { SignInLinks } from '#server/auth/single-sign-on/typeorm/sign-in-links';
import { SignIn } from '#server/auth/sign-in';
import { OwnData } from '#server/auth/account/postgres/own-data';
import { SecondFactors } from '#server/auth/typeorm/second-factors';
import { Sessions } from '#server/auth/typeorm/sessions';
import { PostgresViewers } from '#server/auth/postgres/viewers';
import { JobsModule } from '#server/jobs/jobs.module';
import { MaintenanceModule } from '#server/operations/maintenance/maintenance.module';
import { JsonSecurityLog } from '#server/monitoring/logs/json-security-log';

@Module({
  imports: [JobsModule, MaintenanceModule],
  controllers: [
    CredentialsController,
    SessionsController,
    AccountController,
    PasskeysController,
    SingleSignOnController,
    ApiKeysController,
    OAuthController,
  ],
  providers: [
    SignIn,
    ManageCredentials,
    SecondFactor,
    SingleSignOn,
    SessionLifecycle,
    UsePasskeys,
    ManageApiKeys,
    ConnectAssistants,
    OwnerCheck,
    LocalStrategy,
    PasswordGuard,
    Accounts,
    ApiKeys,
    Grants,
    { provide: ClientDocuments, useFactory: (clock: Clock) => new HttpsClientDocuments(clock), inject: [Clock] },
    CredentialChanges,
    { provide: IdentityProvider, useClass: OpenIdProvider },
    SignInLinks,
    OwnData,
    Passkeys,
    WebAuthnProtocol,
    { provide: Passwords, useClass: Argon2Passwords },
    SecondFactors,
    { provide: SecurityLog, useClass: JsonSecurityLog },
    Sessions,
    SignInAttempts,
    { provide: Viewers, useClass: PostgresViewers },
  ],
  exports: [Accounts, Passwords, SecurityLog, SessionLifecycle, Sessions, Viewers],
})
export class AuthModule implements OnModuleInit {
  constructor(
    private readonly runner: JobRunner,
    private readonly postgres: Postgres,
  ) {}

  /** Deletes expired sessions, codes and attempt counts every hour. */
  onModuleInit(): void {
    this.runner.register('auth-clean-up', ({ scope, startedAt }) => deleteExpiredAuthData(this.postgres, scope, startedAt));
  }
}
