import { createParamDecorator, type ExecutionContext, HttpCode, RequestMapping, RequestMethod, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Endpoint, Output } from '#domain/endpoint';
import type { z } from 'zod';
import type { UserActor } from '#domain/audit/acts';
import type { RequestContext, SignedInUser, Viewer, ViewerContext } from '#domain/auth/viewer';
import { NotSignedIn } from '#domain/errors';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { clientIpOf } from '#server/http/guards/client-ip';
import { Parse } from '#server/http/parse';

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : never;
type PartOf<E, Name extends string> = E extends { readonly [N in Name]: infer Part } ? Part : never;

/** The identity of a request with its client IP and user agent. */
export function requestContextOf(request: IdentifiedRequest): RequestContext {
  const userAgent = request.headers['user-agent'];
  return { ...request.identity, clientIp: clientIpOf(request.ip), userAgent: userAgent ? userAgent.slice(0, 300) : null };
}

/**
 * A request as the handler of its endpoint receives it. What the endpoint's record has schemas for is parsed when the handler takes it: of
 * several parts that are wrong, the error names the one that is taken first, and of several parameters of the path the last one.
 */
export class Received<E extends Endpoint> {
  constructor(
    private readonly endpoint: E,
    readonly request: IdentifiedRequest,
    /** For headers and cookies; the body of the response is what the handler returns. */
    readonly reply: FastifyReply,
  ) {}

  /** The parameters in the path. */
  get params(): { readonly [Name in keyof PartOf<E, 'params'>]: Parsed<PartOf<E, 'params'>[Name]> } {
    const given = this.request.params as Readonly<Record<string, unknown>>;
    const schemas = Object.entries(this.endpoint.params ?? {}).toReversed();
    const parsed = schemas.map(([name, schema]) => [name, new Parse(schema, name).transform(given[name])]);
    return Object.fromEntries(parsed) as Received<E>['params'];
  }

  get query(): Parsed<PartOf<E, 'query'>> {
    return new Parse(this.endpoint.query!).transform(this.request.query) as Parsed<PartOf<E, 'query'>>;
  }

  get body(): Parsed<PartOf<E, 'body'>> {
    return new Parse(this.endpoint.body!).transform(this.request.body) as Parsed<PartOf<E, 'body'>>;
  }

  /** The viewer with user and session. */
  get identity(): ViewerContext {
    return this.request.identity;
  }

  get viewer(): Viewer {
    return this.identity.viewer;
  }

  get session(): ViewerContext['session'] {
    return this.identity.session;
  }

  /** The signed-in user; throws `NotSignedIn` without one, for endpoints open to anyone. */
  get user(): SignedInUser {
    const { user } = this.identity;
    if (!user) throw new NotSignedIn();
    return user;
  }

  /** The signed-in user as the one who acts, for the audit. */
  get by(): UserActor {
    return { kind: 'user', id: this.user.id, origin: this.request.id };
  }

  /** The identity with client IP and user agent. */
  get context(): RequestContext {
    return requestContextOf(this.request);
  }
}

/** Gives a handler what its endpoint receives. */
const ReceivedBy = createParamDecorator((endpoint: Endpoint, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return new Received(endpoint, http.getRequest<IdentifiedRequest>(), http.getResponse<FastifyReply>());
});

type Answer<E> = E extends { readonly response: infer Response extends z.ZodType } ? Output<Response> | StreamableFile : void;

/** A method that gets what its endpoint receives, and returns its response; one that takes the reply (`@Res()`) sends it itself. */
type Handler<E extends Endpoint> =
  ((received: Received<E>) => Answer<E> | Promise<Answer<E>>) | ((received: Received<E>, reply: FastifyReply) => Promise<void>);

/** Routes an endpoint to a method of a controller: HTTP method, path, input, and status of a success come from its record. */
export const Handles =
  <E extends Endpoint>(endpoint: E) =>
  <H extends Handler<E>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void => {
    const { name, status, response } = endpoint as Endpoint;
    const [method = '', path = ''] = name.split(' ');
    ReceivedBy(endpoint)(target, key, 0);
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path: `api${path}` })(target, key, descriptor);
    HttpCode(status ?? (response ? 200 : 204))(target, key, descriptor);
  };
