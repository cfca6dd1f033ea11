import { Body, Controller, Header, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Traffic } from '#domain/analytics/traffic';
import type { Account } from '#domain/auth/account';
import type { Caller } from '#domain/auth/caller';
import { Confirmation, Credentials, EmailAlone, PasswordChange, PasswordReset } from '#domain/auth/contract';
import type { Said, SaidSignedIn, SignedInAnswer, SignedInUser } from '#domain/auth/user';
import { PasswordGuard } from '#server/auth/local.strategy';
import { PasswordRecovery } from '#server/auth/password-recovery';
import { Registration } from '#server/auth/registration';
import { SessionKeeping } from '#server/auth/session-keeping';
import { SignIn } from '#server/auth/sign-in';
import { SignedInBrowser } from '#server/auth/signed-in-browser';
import { Calling, SignedIn } from '#server/http/asker.decorator';
import { BrowserSession } from '#server/http/browser-session';
import { evenly } from '#server/http/evenly';
import { Parse } from '#server/http/parse';
import { visitorOf } from '#server/http/visitor';

const said = {
  registered: "Please check your email inbox (including the spam folder) – we've sent you a Magic Link!",
  recover: 'Please check your E-Mail Inbox. A reset code has been sent.',
  confirmed: 'Your E-Mail address has been confirmed.',
  resent: 'Check your E-Mail Inbox. A new code has been sent.',
  reset: 'Your password has been changed.',
} as const;

/** Answers about letters come after this many milliseconds, whether one was written or not. */
const EVEN = 150;

/** Signing up, signing in, and the codes that travel by letter. */
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly registration: Registration,
    private readonly recovery: PasswordRecovery,
    private readonly signIn: SignIn,
    private readonly keeping: SessionKeeping,
    private readonly browser: BrowserSession,
    private readonly signed: SignedInBrowser,
    private readonly traffic: Traffic,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @UseGuards(PasswordGuard)
  async login(
    @Req() { user }: { user: Account },
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInAnswer> {
    return { user: await this.signed.of(user, caller, reply) };
  }

  @Post('register')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async register(
    @Req() request: FastifyRequest,
    @Body(new Parse(Credentials, 'body')) typed: Credentials,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SaidSignedIn> {
    const user_id = await this.registration.signUp(typed, caller);
    if (user_id !== null) this.traffic.record({ name: 'registered', visitor: visitorOf(request), user_id });
    // Somebody who is signed in stays who he is.
    if (!caller.user) this.browser.give(reply, await this.keeping.signUp(user_id, caller));
    return { message: said.registered };
  }

  @Post('email/confirm')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async confirm(
    @Req() request: FastifyRequest,
    @Body(new Parse(Confirmation, 'body')) { confirmation_code }: Confirmation,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SaidSignedIn> {
    const account = await this.registration.confirm(confirmation_code, caller);
    this.traffic.record({ name: 'confirmed', visitor: visitorOf(request), user_id: account.id });
    return { user: await this.signed.of(account, caller, reply), message: said.confirmed };
  }

  @Post('email/confirm/resend')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async resend(@Calling() caller: Caller): Promise<Said> {
    await evenly(EVEN, this.registration.resend(caller));
    return { message: said.resent };
  }

  @Post('password/recover')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async recover(@Body(new Parse(EmailAlone, 'body')) { email }: EmailAlone, @Calling() { network }: Caller): Promise<Said> {
    await evenly(EVEN, this.recovery.recover(email, network));
    return { message: said.recover };
  }

  @Post('password/reset')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async reset(
    @Body(new Parse(PasswordReset, 'body')) given: PasswordReset,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SaidSignedIn> {
    const account = await this.recovery.reset(given, caller);
    return { user: await this.signed.of(account, caller, reply), message: said.reset };
  }

  @Post('password/change')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async change(
    @Body(new Parse(PasswordChange, 'body')) { current_password, password }: PasswordChange,
    @SignedIn() user: SignedInUser,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Said> {
    const account = await this.signIn.again(user.id, current_password);
    await this.recovery.change(account, password, caller);
    await this.signed.of(account, caller, reply);
    return { message: said.reset };
  }
}
