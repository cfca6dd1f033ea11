import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { KnownRequest } from '#server/http/access.guard';

/** The viewer the guard found for this request. */
export const Asker = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<KnownRequest>().viewer,
);

/** The user record of the viewer; null for nobody. */
export const Whoever = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<KnownRequest>().currentUser,
);
