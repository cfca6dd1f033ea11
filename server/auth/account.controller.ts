import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#domain/auth/caller';
import { PasswordAgain, SessionId } from '#domain/auth/contract';
import type { OpenSession, SignedInUser } from '#domain/auth/user';
import { OwnAccount } from '#server/auth/own-account';
import { SessionKeeping } from '#server/auth/session-keeping';
import { SignIn } from '#server/auth/sign-in';
import { Calling, SignedIn } from '#server/http/asker.decorator';
import { BrowserSession } from '#server/http/browser-session';
import { Parse } from '#server/http/parse';

/** One's own account: where one is signed in, what is held about one, and the end of it. */
@Controller('api/users/me')
export class AccountController {
  constructor(
    private readonly own: OwnAccount,
    private readonly signIn: SignIn,
    private readonly keeping: SessionKeeping,
    private readonly browser: BrowserSession,
  ) {}

  @Get('sessions')
  @Header('cache-control', 'no-store')
  sessions(@SignedIn() user: SignedInUser, @Calling() { session }: Caller): Promise<readonly OpenSession[]> {
    return this.own.openSessions(user, session?.token_hash ?? '');
  }

  @Delete('sessions')
  @HttpCode(204)
  async endOthers(@SignedIn() user: SignedInUser, @Calling() { session }: Caller): Promise<void> {
    await this.own.endOtherSessions(user, session?.token_hash ?? '');
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  async end(@SignedIn() user: SignedInUser, @Param('id', new Parse(SessionId, 'id')) id: string): Promise<void> {
    await this.own.endSession(user, id);
  }

  @Post('export')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async export(
    @Body(new Parse(PasswordAgain, 'body')) { password }: PasswordAgain,
    @SignedIn() user: SignedInUser,
  ): Promise<Readonly<Record<string, unknown>>> {
    await this.signIn.again(user.id, password);
    return this.own.export(user);
  }

  @Post('deletion')
  @HttpCode(204)
  async remove(
    @Body(new Parse(PasswordAgain, 'body')) { password }: PasswordAgain,
    @SignedIn() user: SignedInUser,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.signIn.again(user.id, password);
    await this.own.remove(user);
    this.browser.give(reply, await this.keeping.signOut(caller));
  }
}
