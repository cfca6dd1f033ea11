import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOf, sendCookie, VISITOR_COOKIE } from '#server/http/cookies';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 13 months. */
const KEPT = 395 * 86_400;

/** Does this browser ask not to be followed? */
export const asksForPrivacy = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1' || headers['dnt'] === '1';

/** The visitor's random id; null where there is none, or the browser asks not to be followed. */
export function visitorOf(request: FastifyRequest): string | null {
  const id = cookieOf(request, VISITOR_COOKIE);
  return id !== undefined && UUID.test(id) && !asksForPrivacy(request) ? id : null;
}

/** The visitor's id, made now for a browser without one; empty, and taken back, where the browser asks not to be followed. */
export function welcomeVisitor(request: FastifyRequest, reply: FastifyReply, secure: boolean): string {
  const flags = { secure, httpOnly: true };
  if (asksForPrivacy(request)) {
    if (cookieOf(request, VISITOR_COOKIE) !== undefined) sendCookie(reply, VISITOR_COOKIE, '', { ...flags, maxAge: 0 });
    return '';
  }
  const known = visitorOf(request);
  if (known) return known;
  const made = randomUUID();
  sendCookie(reply, VISITOR_COOKIE, made, { ...flags, maxAge: KEPT });
  return made;
}
