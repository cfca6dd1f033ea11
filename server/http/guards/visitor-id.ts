import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#domain/durations';
import { readCookie, setCookie, VISITOR_COOKIE } from '#server/http/guards/cookies';

const VISITOR_ID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 13 months. */
const COOKIE_MAX_AGE_MS = 395 * DAY_MS;

/** Whether the browser opts out of tracking. */
export const optsOutOfTracking = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** Returns the visitor's random id; null without one, or if the browser opts out of tracking. */
export function visitorIdOf(request: FastifyRequest): string | null {
  const id = readCookie(request, VISITOR_COOKIE);
  return id !== undefined && VISITOR_ID_PATTERN.test(id) && !optsOutOfTracking(request) ? id : null;
}

/** Returns the visitor's id, creating one if needed. If the browser opts out of tracking, removes it and returns an empty string. */
export function ensureVisitorId(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): string {
  const flags = { secure: isHttps, httpOnly: true };
  if (optsOutOfTracking(request)) {
    if (readCookie(request, VISITOR_COOKIE) !== undefined) setCookie(reply, VISITOR_COOKIE, '', { ...flags, maxAgeMs: 0 });
    return '';
  }
  const existingId = visitorIdOf(request);
  if (existingId) return existingId;
  const newId = randomUUID();
  setCookie(reply, VISITOR_COOKIE, newId, { ...flags, maxAgeMs: COOKIE_MAX_AGE_MS });
  return newId;
}
