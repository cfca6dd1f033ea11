import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isbot } from 'isbot';
import { ReportedEvent } from '#domain/analytics/contract';
import { TrackEvents } from '#server/analytics/track-events';
import type { KnownRequest } from '#server/http/access.guard';
import { Parse } from '#server/http/parse';
import { PublicAddress } from '#server/http/public-address';
import { welcomeVisitor } from '#server/http/visitor';

const PREFETCH = /\b(prefetch|prerender|preview)\b/i;

/** A program that reads pages by itself, or a page that is loaded before anybody asks for it: nobody's visit. */
function isNobody({ headers }: KnownRequest): boolean {
  const agent = headers['user-agent'];
  const purposes = ['sec-purpose', 'purpose', 'x-moz'].map((name) => String(headers[name] ?? ''));
  return !agent || isbot(agent) || purposes.some((purpose) => PREFETCH.test(purpose));
}

/** Takes what pages report; the answer says nothing about what was kept, and no address of a visitor is. */
@Controller('api/events')
export class EventsController {
  constructor(
    private readonly events: TrackEvents,
    private readonly address: PublicAddress,
  ) {}

  @Post()
  @HttpCode(204)
  async report(
    @Body(new Parse(ReportedEvent)) event: ReportedEvent,
    @Req() request: KnownRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    if (isNobody(request)) return;
    const visitor = welcomeVisitor(request, reply, this.address.secure);
    if (visitor === '') return;
    const host = this.address.fixed ? new URL(this.address.origin).host : request.host;
    await this.events.report(event, { visitor, user_id: request.known.user?.id ?? null, host });
  }
}
