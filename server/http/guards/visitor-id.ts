import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie, VISITOR_COOKIE } from '#server/http/guards/cookies';

const VISITOR_ID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 13 months. */
const COOKIE_MAX_AGE_SECONDS = 395 * 86_400;

/** Does this browser ask not to be followed? */
export const optsOutOfTracking = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** The visitor's random id; null where there is none, or the browser asks not to be followed. */
export function visitorIdOf(request: FastifyRequest): string | null {
  const id = readCookie(request, VISITOR_COOKIE);
  return id !== undefined && VISITOR_ID_PATTERN.test(id) && !optsOutOfTracking(request) ? id : null;
}

/** The visitor's id, made now for a browser without one; empty, and taken back, where the browser asks not to be followed. */
export function ensureVisitorId(request: FastifyRequest, reply: FastifyReply, isHttps: boolean): string {
  const flags = { secure: isHttps, httpOnly: true };
  if (optsOutOfTracking(request)) {
    if (readCookie(request, VISITOR_COOKIE) !== undefined) setCookie(reply, VISITOR_COOKIE, '', { ...flags, maxAgeSeconds: 0 });
    return '';
  }
  const existingId = visitorIdOf(request);
  if (existingId) return existingId;
  const newId = randomUUID();
  setCookie(reply, VISITOR_COOKIE, newId, { ...flags, maxAgeSeconds: COOKIE_MAX_AGE_SECONDS });
  return newId;
}
