import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { RequestContext, SignedInUser, ViewerContext } from '#domain/auth/viewer';
import { NotSignedIn } from '#domain/errors';
import type { IdentifiedRequest } from '#server/http/guards/access.guard';
import { clientIpOf } from '#server/http/guards/client-ip';

const identityOf = (context: ExecutionContext): ViewerContext => context.switchToHttp().getRequest<IdentifiedRequest>().identity;

/** The viewer of the request. */
export const CurrentViewer = createParamDecorator((_: unknown, context: ExecutionContext) => identityOf(context).viewer);

/** The viewer of the request with user and session. */
export const CurrentIdentity = createParamDecorator((_: unknown, context: ExecutionContext) => identityOf(context));

/** The signed-in user of the request; throws `NotSignedIn` without one, for endpoints open to anyone. */
export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext): SignedInUser => {
  const { user } = identityOf(context);
  if (!user) throw new NotSignedIn();
  return user;
});

/** The signed-in user of the request as the one who acts, for the audit. */
export const Acting = createParamDecorator((_: unknown, context: ExecutionContext): UserActor => {
  const { id: origin, identity } = context.switchToHttp().getRequest<IdentifiedRequest>();
  if (!identity.user) throw new NotSignedIn();
  return { kind: 'user', id: identity.user.id, origin };
});

/** The identity of a request with its client IP and user agent. */
export function requestContextOf(request: IdentifiedRequest): RequestContext {
  const userAgent = request.headers['user-agent'];
  return { ...request.identity, clientIp: clientIpOf(request.ip), userAgent: userAgent ? userAgent.slice(0, 300) : null };
}

export const CurrentRequestContext = createParamDecorator((_: unknown, context: ExecutionContext) =>
  requestContextOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);
