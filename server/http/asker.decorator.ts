import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '#domain/auth/caller';
import type { Known, SignedInUser } from '#domain/auth/user';
import { NotSignedIn } from '#domain/errors';
import type { KnownRequest } from '#server/http/access.guard';
import { networkOf } from '#server/http/network';

const knownOf = (context: ExecutionContext): Known => context.switchToHttp().getRequest<KnownRequest>().known;

/** The viewer the guard found for this request. */
export const Asker = createParamDecorator((_: unknown, context: ExecutionContext) => knownOf(context).viewer);

/** Everything known of who asks: viewer, user and session. */
export const Whoever = createParamDecorator((_: unknown, context: ExecutionContext) => knownOf(context));

/** The user who is signed in; where the access table lets others in too, they are refused here. */
export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext): SignedInUser => {
  const { user } = knownOf(context);
  if (!user) throw new NotSignedIn();
  return user;
});

/** Who asks, from which network and by which program. */
export function callerOf(request: KnownRequest): Caller {
  const agent = request.headers['user-agent'];
  return { ...request.known, network: networkOf(request.ip), user_agent: agent ? agent.slice(0, 300) : null };
}

export const Calling = createParamDecorator((_: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<KnownRequest>()),
);
