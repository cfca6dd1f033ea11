import { Module } from '@nestjs/common';
import { Accounts } from '#domain/auth/accounts';
import { AuthLeftovers } from '#domain/auth/auth-leftovers';
import { OwnData } from '#domain/auth/own-data';
import { CommonPasswords, Passwords } from '#domain/auth/passwords';
import { SecurityLog } from '#domain/auth/security-log';
import { Sessions } from '#domain/auth/sessions';
import { SignInTries } from '#domain/auth/sign-in-tries';
import { Viewers } from '#domain/auth/viewers';
import { AccountController } from '#server/auth/account.controller';
import { Argon2Passwords } from '#server/auth/argon2-passwords';
import { AuthController } from '#server/auth/auth.controller';
import { BundledCommonPasswords } from '#server/auth/bundled-common-passwords';
import { CleanUp } from '#server/auth/clean-up';
import { CleanUpJob } from '#server/auth/clean-up.job';
import { DemoController } from '#server/auth/demo.controller';
import { JsonSecurityLog, type Lines, LINES } from '#server/auth/json-security-log';
import { LocalStrategy, PasswordGuard } from '#server/auth/local.strategy';
import { OwnAccount } from '#server/auth/own-account';
import { PasswordRecovery } from '#server/auth/password-recovery';
import { PostgresSignInTries } from '#server/auth/postgres-sign-in-tries';
import { Registration } from '#server/auth/registration';
import { SessionKeeping } from '#server/auth/session-keeping';
import { SessionsController } from '#server/auth/sessions.controller';
import { SignIn } from '#server/auth/sign-in';
import { SignedInBrowser } from '#server/auth/signed-in-browser';
import { TypeormAccounts } from '#server/auth/typeorm-accounts';
import { TypeormAuthLeftovers } from '#server/auth/typeorm-auth-leftovers';
import { TypeormOwnData } from '#server/auth/typeorm-own-data';
import { TypeormSessions } from '#server/auth/typeorm-sessions';
import { TypeormViewers } from '#server/auth/typeorm-viewers';
import { CONFIG, type Config } from '#server/config/config';
import { JobsModule } from '#server/jobs/jobs.module';

/** Tests do not fill the terminal. */
const linesOf = ({ NODE_ENV }: Config): Lines => (NODE_ENV === 'test' ? () => undefined : (line) => void process.stdout.write(`${line}\n`));

@Module({
  imports: [JobsModule],
  controllers: [AuthController, SessionsController, AccountController, DemoController],
  providers: [
    SignIn,
    Registration,
    PasswordRecovery,
    SessionKeeping,
    SignedInBrowser,
    OwnAccount,
    CleanUp,
    CleanUpJob,
    LocalStrategy,
    PasswordGuard,
    { provide: Accounts, useClass: TypeormAccounts },
    { provide: AuthLeftovers, useClass: TypeormAuthLeftovers },
    { provide: OwnData, useClass: TypeormOwnData },
    { provide: CommonPasswords, useClass: BundledCommonPasswords },
    { provide: Passwords, useClass: Argon2Passwords },
    { provide: SecurityLog, useClass: JsonSecurityLog },
    { provide: LINES, inject: [CONFIG], useFactory: linesOf },
    { provide: Sessions, useClass: TypeormSessions },
    { provide: SignInTries, useClass: PostgresSignInTries },
    { provide: Viewers, useClass: TypeormViewers },
  ],
  exports: [Accounts, Passwords, SecurityLog, SessionKeeping, Viewers],
})
export class AuthModule {}
