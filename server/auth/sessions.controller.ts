import { Body, Controller, Delete, Get, Header, HttpCode, Patch, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#domain/auth/caller';
import { SessionPatch } from '#domain/auth/contract';
import { SecurityLog } from '#domain/auth/security-log';
import type { SessionAnswer } from '#domain/auth/user';
import { SessionKeeping } from '#server/auth/session-keeping';
import { Calling } from '#server/http/asker.decorator';
import { BrowserSession } from '#server/http/browser-session';
import { Parse } from '#server/http/parse';
import { PublicAddress } from '#server/http/public-address';
import { welcomeVisitor } from '#server/http/visitor';

/** The session of the browser that asks. */
@Controller('api/sessions')
export class SessionsController {
  constructor(
    private readonly keeping: SessionKeeping,
    private readonly browser: BrowserSession,
    private readonly address: PublicAddress,
    private readonly log: SecurityLog,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @Header('vary', 'Cookie')
  show(@Calling() caller: Caller, @Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): SessionAnswer {
    this.browser.welcome(request, reply);
    return this.#answer(caller, request, reply, caller.session?.sscid ?? '');
  }

  @Patch()
  @Header('cache-control', 'no-store')
  @Header('vary', 'Cookie')
  async remember(
    @Body(new Parse(SessionPatch, 'body')) { sscid }: SessionPatch,
    @Calling() caller: Caller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const token = await this.keeping.remember(sscid, caller);
    if (token !== null) this.browser.give(reply, token);
    return this.#answer(caller, request, reply, sscid);
  }

  @Delete()
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  @Header('vary', 'Cookie')
  @Header('clear-site-data', '"cache"')
  async signOut(@Calling() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    this.browser.give(reply, await this.keeping.signOut(caller));
    if (caller.user) this.log.note({ event: 'signed-out', user_id: caller.user.id });
  }

  #answer({ user }: Caller, request: FastifyRequest, reply: FastifyReply, sscid: string): SessionAnswer {
    return { user, uuid: welcomeVisitor(request, reply, this.address.secure), sscid };
  }
}
