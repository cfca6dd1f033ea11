import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-local';
import type { Account } from '#domain/auth/account/account';
import { SignIn } from '#server/auth/sign-in';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { requestContextOf } from '#server/http/guards/current-viewer.decorator';

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
