import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { signIn } from '#domain/auth/endpoints';
import { InvalidCredentials } from '#domain/errors';
import { LocalStrategy } from '#server/auth/local.strategy';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { Parse } from '#server/http/parse';

const parseCredentials = new Parse(signIn.body, 'body');

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
