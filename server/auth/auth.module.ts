import { Module } from '@nestjs/common';
import { Accounts } from '#domain/auth/account/accounts';
import { Passwords } from '#domain/auth/account/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { IdentityProvider } from '#domain/auth/single-sign-on/identity-provider';
import { SignInAttempts } from '#domain/auth/sessions/sign-in-attempts';
import { Viewers } from '#domain/auth/viewers';
import { AccountController } from '#server/auth/account/account.controller';
import { Argon2Passwords } from '#server/auth/passwords/argon2-passwords';
import { AuthController } from '#server/auth/auth.controller';
import { DeleteExpiredAuthDataJob } from '#server/auth/delete-expired-auth-data.job';
import { JsonSecurityLog, type WriteEvent, WRITE_EVENT } from '#server/auth/json-security-log';
import { LocalStrategy } from '#server/auth/local.strategy';
import { PasswordGuard } from '#server/auth/password.guard';
import { OwnerCheck } from '#server/auth/owner-check';
import { OwnerCheckController } from '#server/auth/owner-check.controller';
import { OwnAccount } from '#server/auth/account/own-account';
import { PasskeysController } from '#server/auth/passkeys/passkeys.controller';
import { Passkeys } from '#server/auth/passkeys/typeorm/passkeys';
import { UsePasskeys } from '#server/auth/passkeys/use-passkeys';
import { WebAuthnProtocol } from '#server/auth/passkeys/webauthn/protocol';
import { PasswordRecovery } from '#server/auth/account/password-recovery';
import { PostgresSignInAttempts } from '#server/auth/postgres/sign-in-attempts';
import { Registration } from '#server/auth/account/registration';
import { SecondFactor } from '#server/auth/second-factor';
import { SecondFactorController } from '#server/auth/second-factor.controller';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { SessionsController } from '#server/auth/sessions.controller';
import { OpenIdProvider } from '#server/auth/single-sign-on/openid/provider';
import { SingleSignOn } from '#server/auth/single-sign-on/single-sign-on';
import { SingleSignOnController } from '#server/auth/single-sign-on/single-sign-on.controller';
import { SignInLinks } from '#server/auth/single-sign-on/typeorm/sign-in-links';
import { SignIn } from '#server/auth/sign-in';
import { TypeormAccounts } from '#server/auth/account/typeorm/accounts';
import { OwnData } from '#server/auth/account/postgres/own-data';
import { SecondFactors } from '#server/auth/typeorm/second-factors';
import { Sessions } from '#server/auth/typeorm/sessions';
import { PostgresViewers } from '#server/auth/postgres/viewers';
import { JobsModule } from '#server/jobs/jobs.module';
import { MaintenanceModule } from '#server/operations/maintenance/maintenance.module';
import { LOG, type Log } from '#server/monitoring/logs/log';

const eventWriterFor =
  ({ audit }: Log): WriteEvent =>
  (event) =>
    audit.info(event);

@Module({
  imports: [JobsModule, MaintenanceModule],
  controllers: [
    AuthController,
    SessionsController,
    AccountController,
    OwnerCheckController,
    SecondFactorController,
    PasskeysController,
    SingleSignOnController,
  ],
  providers: [
    SignIn,
    Registration,
    PasswordRecovery,
    SecondFactor,
    SingleSignOn,
    SessionLifecycle,
    UsePasskeys,
    OwnerCheck,
    OwnAccount,
    DeleteExpiredAuthDataJob,
    LocalStrategy,
    PasswordGuard,
    { provide: Accounts, useClass: TypeormAccounts },
    { provide: IdentityProvider, useClass: OpenIdProvider },
    SignInLinks,
    OwnData,
    Passkeys,
    WebAuthnProtocol,
    { provide: Passwords, useClass: Argon2Passwords },
    SecondFactors,
    { provide: SecurityLog, useClass: JsonSecurityLog },
    { provide: WRITE_EVENT, inject: [LOG], useFactory: eventWriterFor },
    Sessions,
    { provide: SignInAttempts, useClass: PostgresSignInAttempts },
    { provide: Viewers, useClass: PostgresViewers },
  ],
  exports: [Accounts, Passwords, SecurityLog, SessionLifecycle, Sessions, Viewers],
})
export class AuthModule {}
