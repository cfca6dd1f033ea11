import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { readCookie, setCookie, VISITOR_COOKIE } from '#server/http/guards/cookies';
import { readSignedCookie, signCookieValue } from '#server/http/guards/signed-cookies';
import { PublicUrl } from '#server/http/public-url';

const VISITOR_ID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 13 months. */
const COOKIE_MAX_AGE_MS = 395 * DAY_MS;

/** Whether the browser opts out of tracking. */
export const optsOutOfTracking = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** The cookie with a visitor's random id, signed by us: made-up ids are not visitors. */
@Injectable()
export class VisitorCookie {
  constructor(
    private readonly secrets: Secrets,
    private readonly publicUrl: PublicUrl,
  ) {}

  /** Returns the visitor's id; null without one that we issued, or if the browser opts out of tracking. */
  readId(request: FastifyRequest): string | null {
    if (optsOutOfTracking(request)) return null;
    return readSignedCookie(request, this.secrets, { name: VISITOR_COOKIE, purpose: 'visitor', format: VISITOR_ID_PATTERN }) ?? null;
  }

  /** Returns the visitor's id, creating one if needed. If the browser opts out of tracking, removes it and returns an empty string. */
  ensureId(request: FastifyRequest, reply: FastifyReply): string {
    const flags = { secure: this.publicUrl.isHttps, httpOnly: true };
    if (optsOutOfTracking(request)) {
      if (readCookie(request, VISITOR_COOKIE) !== undefined) setCookie(reply, VISITOR_COOKIE, '', { ...flags, maxAgeMs: 0 });
      return '';
    }
    const existingId = this.readId(request);
    if (existingId !== null) return existingId;
    const newId = randomUUID();
    setCookie(reply, VISITOR_COOKIE, this.cookieValueFor(newId), { ...flags, maxAgeMs: COOKIE_MAX_AGE_MS });
    return newId;
  }

  /** The signed value that a browser stores for this id. */
  cookieValueFor(id: string): string {
    return signCookieValue(this.secrets, 'visitor', id);
  }
}
