import { Module } from '@nestjs/common';
import { Accounts } from '#domain/auth/accounts';
import { ExpiredAuthData } from '#domain/auth/auth-leftovers';
import { OwnData } from '#domain/auth/own-data';
import { CommonPasswords, Passwords } from '#domain/auth/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { Sessions } from '#domain/auth/sessions';
import { SignInAttempts } from '#domain/auth/sign-in-tries';
import { Viewers } from '#domain/auth/viewers';
import { AccountController } from '#server/auth/account.controller';
import { Argon2Passwords } from '#server/auth/argon2-passwords';
import { AuthController } from '#server/auth/auth.controller';
import { BundledCommonPasswords } from '#server/auth/bundled-common-passwords';
import { DeleteExpiredAuthData } from '#server/auth/clean-up';
import { DeleteExpiredAuthDataJob } from '#server/auth/clean-up.job';
import { DemoController } from '#server/auth/demo.controller';
import { JsonSecurityLog, type WriteLine, WRITE_LINE } from '#server/auth/json-security-log';
import { LocalStrategy, PasswordGuard } from '#server/auth/local.strategy';
import { OwnAccount } from '#server/auth/own-account';
import { PasswordRecovery } from '#server/auth/password-recovery';
import { PostgresSignInAttempts } from '#server/auth/postgres-sign-in-tries';
import { Registration } from '#server/auth/registration';
import { SessionLifecycle } from '#server/auth/session-keeping';
import { SessionsController } from '#server/auth/sessions.controller';
import { SignIn } from '#server/auth/sign-in';
import { BrowserSignIn } from '#server/auth/signed-in-browser';
import { TypeormAccounts } from '#server/auth/typeorm-accounts';
import { PostgresExpiredAuthData } from '#server/auth/typeorm-auth-leftovers';
import { PostgresOwnData } from '#server/auth/typeorm-own-data';
import { TypeormSessions } from '#server/auth/typeorm-sessions';
import { PostgresViewers } from '#server/auth/typeorm-viewers';
import { CONFIG, type Config } from '#server/config/config';
import { JobsModule } from '#server/jobs/jobs.module';

/** Tests do not fill the terminal. */
const lineWriterFor = ({ NODE_ENV }: Config): WriteLine =>
  NODE_ENV === 'test' ? () => undefined : (line) => void process.stdout.write(`${line}\n`);

@Module({
  imports: [JobsModule],
  controllers: [AuthController, SessionsController, AccountController, DemoController],
  providers: [
    SignIn,
    Registration,
    PasswordRecovery,
    SessionLifecycle,
    BrowserSignIn,
    OwnAccount,
    DeleteExpiredAuthData,
    DeleteExpiredAuthDataJob,
    LocalStrategy,
    PasswordGuard,
    { provide: Accounts, useClass: TypeormAccounts },
    { provide: ExpiredAuthData, useClass: PostgresExpiredAuthData },
    { provide: OwnData, useClass: PostgresOwnData },
    { provide: CommonPasswords, useClass: BundledCommonPasswords },
    { provide: Passwords, useClass: Argon2Passwords },
    { provide: SecurityLog, useClass: JsonSecurityLog },
    { provide: WRITE_LINE, inject: [CONFIG], useFactory: lineWriterFor },
    { provide: Sessions, useClass: TypeormSessions },
    { provide: SignInAttempts, useClass: PostgresSignInAttempts },
    { provide: Viewers, useClass: PostgresViewers },
  ],
  exports: [Accounts, Passwords, SecurityLog, SessionLifecycle, Viewers],
})
export class AuthModule {}
