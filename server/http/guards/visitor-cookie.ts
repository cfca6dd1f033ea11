import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#domain/durations';
import { Secrets } from '#domain/secrets';
import { readCookie, readSignedCookie, setCookie, signCookieValue, siteCookieName, VISITOR_COOKIE } from '#server/http/guards/cookies';
import { PublicUrl } from '#server/http/public-url';

const VISITOR_ID_PATTERN = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
/** 13 months. */
const COOKIE_MAX_AGE_MS = 395 * DAY_MS;

/** Whether the browser opts out of tracking. */
const optsOutOfTracking = ({ headers }: FastifyRequest): boolean => headers['sec-gpc'] === '1' || headers['dnt'] === '1';

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
    return this.#readFrom(request, this.#name) ?? this.#readFrom(request, VISITOR_COOKIE) ?? null;
  }

  /** Returns the visitor's id, creating one if needed. If the browser opts out of tracking, removes it and returns an empty string. */
  ensureId(request: FastifyRequest, reply: FastifyReply): string {
    const flags = { secure: this.publicUrl.isHttps, httpOnly: true };
    const isOptedOut = optsOutOfTracking(request);
    // Before 0.2.0 the name had no prefix on https either.
    for (const name of new Set([this.#name, VISITOR_COOKIE])) {
      const isUnwanted = isOptedOut || name !== this.#name;
      if (isUnwanted && readCookie(request, name) !== undefined) setCookie(reply, name, '', { ...flags, maxAgeMs: 0 });
    }
    if (isOptedOut) return '';
    const existingId = this.#readFrom(request, this.#name);
    if (existingId !== undefined) return existingId;
    const id = this.readId(request) ?? randomUUID();
    setCookie(reply, this.#name, this.cookieValueFor(id), { ...flags, maxAgeMs: COOKIE_MAX_AGE_MS });
    return id;
  }

  get #name(): string {
    return siteCookieName(VISITOR_COOKIE, this.publicUrl.isHttps);
  }

  #readFrom(request: FastifyRequest, name: string): string | undefined {
    return readSignedCookie(request, this.secrets, { name, purpose: 'visitor', format: VISITOR_ID_PATTERN });
  }

  /** The signed value that a browser stores for this id. */
  cookieValueFor(id: string): string {
    return signCookieValue(this.secrets, 'visitor', id);
  }
}
