import { Controller } from '@nestjs/common';
import { isbot } from 'isbot';
import { trackEvent } from '#domain/analytics/endpoints';
import { toVisitorEvent, VisitorEvents } from '#domain/analytics/visitors/visitor-events';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { Handles, type Received } from '#server/http/handles';
import { PublicUrl } from '#server/http/public-url';
import { VisitorCookie } from '#server/http/guards/cookies';

const PREFETCH_PATTERN = /\b(prefetch|prerender|preview)\b/i;

/** Whether a bot sent the request, or a browser that prefetches the page: neither is a visit. */
function isAutomated({ headers }: IdentifiedRequest): boolean {
  const userAgent = headers['user-agent'];
  const purposes = ['sec-purpose', 'purpose', 'x-moz'].map((name) => String(headers[name] ?? ''));
  return !userAgent || isbot(userAgent) || purposes.some((purpose) => PREFETCH_PATTERN.test(purpose));
}

/** Receives the events that pages report. The response does not say what was stored; client IPs are never stored. */
@Controller()
export class EventsController {
  constructor(
    private readonly visitorEvents: VisitorEvents,
    private readonly publicUrl: PublicUrl,
    private readonly visitorCookie: VisitorCookie,
  ) {}

  @Handles(trackEvent)
  async report({ request, reply, body: event }: Received<typeof trackEvent>) {
    if (isAutomated(request)) return;
    const visitor = this.visitorCookie.readId(request);
    // A browser without an id that we issued gets one for its next event, unless it opts out of tracking.
    if (visitor === null && this.visitorCookie.ensureId(request, reply) === '') return;
    const host = this.publicUrl.isConfigured ? new URL(this.publicUrl.origin).host : request.host;
    await this.visitorEvents.record(toVisitorEvent(event, { visitor, user_id: request.identity.user?.id ?? null, host }));
  }
}
