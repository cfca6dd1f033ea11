import { randomUUID } from 'node:crypto';
import { type ExecutionContext, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { signIn } from '#domain/auth/sessions/endpoints';
import { InvalidCredentials } from '#domain/errors';
import type { Account } from '#server/auth/account/typeorm/accounts';
import { SignIn } from '#server/auth/sign-in';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { requestContextOf } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** Verifies email address and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) implements OnModuleDestroy {
  /** Passport's registry is global, so each application in the process registers its strategy under its own name. */
  readonly registeredName = `local-${randomUUID()}`;

  constructor(private readonly signIn: SignIn) {
    super({ usernameField: 'email', session: false, passReqToCallback: true });
    passport.use(this.registeredName, this);
  }

  onModuleDestroy(): void {
    passport.unuse(this.registeredName);
  }

  validate(request: IdentifiedRequest, email: string, password: string): Promise<Account> {
    return this.signIn.withPassword(email, password, requestContextOf(request));
  }
}

const parseCredentials = new Parse(signIn.body);

/** Admits requests with a correct email address and password, and stores the account as `request.user`. */
@Injectable()
export class PasswordGuard extends AuthGuard() {
  constructor(strategy: LocalStrategy) {
    super({ defaultStrategy: strategy.registeredName });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    parseCredentials.transform(context.switchToHttp().getRequest<IdentifiedRequest>().body);
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<T>(error: unknown, account: T | false | undefined): T {
    if (error) throw error;
    if (!account) throw new InvalidCredentials();
    return account;
  }
}
