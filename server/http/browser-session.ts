import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secrets } from '#domain/secrets';
import { cookieOf, CROSS_SITE_COOKIE, sendCookie, sessionCookie } from '#server/http/cookies';
import { PublicAddress } from '#server/http/public-address';

const TOKEN = /^[\w-]{43}$/;
const THIRTY_DAYS = 30 * 86_400;

/** The two cookies of a browser: the session's token, and the cross-site token bound to it that our scripts send back. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly secrets: Secrets,
    private readonly address: PublicAddress,
  ) {}

  /** The token the browser brought; undefined when it is none of the shape we give out. */
  tokenOf(request: FastifyRequest): string | undefined {
    const token = cookieOf(request, sessionCookie(this.address.secure));
    return token !== undefined && TOKEN.test(token) ? token : undefined;
  }

  /** Gives the browser this token from now on, and the cross-site token that belongs to it. */
  give(reply: FastifyReply, token: string): void {
    const { secure } = this.address;
    sendCookie(reply, sessionCookie(secure), token, { secure, httpOnly: true, maxAge: THIRTY_DAYS });
    sendCookie(reply, CROSS_SITE_COOKIE, this.crossSiteToken(token), { secure, httpOnly: false, maxAge: THIRTY_DAYS });
  }

  /** Makes sure that the browser holds a token and the cross-site token that fits it. Nothing is written for a browser that has none yet. */
  welcome(request: FastifyRequest, reply: FastifyReply): void {
    const token = this.tokenOf(request);
    const proof = cookieOf(request, CROSS_SITE_COOKIE);
    if (token === undefined || proof === undefined || !this.belongs(token, proof)) this.give(reply, token ?? this.secrets.token());
  }

  /** What `X-XSRF-TOKEN` must say for this session. */
  crossSiteToken(token: string): string {
    return this.secrets.sign('cross-site', token);
  }

  belongs(token: string, crossSiteToken: string): boolean {
    return this.secrets.isSigned('cross-site', token, crossSiteToken);
  }
}
