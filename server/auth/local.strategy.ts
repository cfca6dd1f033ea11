import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import type { Account } from '#domain/auth/account/account';
import { Credentials } from '#domain/auth/contract';
import { InvalidCredentials } from '#domain/errors';
import { SignIn } from '#server/auth/sign-in';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { clientIpOf } from '#server/http/guards/client-ip';
import { Parse } from '#server/http/parse';

/** Verifies e-mail and password. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly signIn: SignIn) {
    super({ usernameField: 'email', session: false, passReqToCallback: true });
  }

  validate(request: IdentifiedRequest, email: string, password: string): Promise<Account> {
    return this.signIn.withPassword(email, password, clientIpOf(request.ip));
  }
}

const parseCredentials = new Parse(Credentials, 'body');

/** Lets those in whose e-mail and password are right; the request's `user` is their account. */
@Injectable()
export class PasswordGuard extends AuthGuard() {
  // Passport knows strategies by name, one per process; given the strategy itself, several servers in a process keep apart. Passport
  // hangs each request's callbacks on what it is given, so that every request needs one of its own.
  constructor(strategy: LocalStrategy) {
    super({
      get defaultStrategy(): never {
        return Object.create(strategy) as never;
      },
    });
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
