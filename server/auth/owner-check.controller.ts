import { Body, Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { PasswordOnly } from '#domain/auth/contract';
import type { OwnerCheckStatus } from '#domain/auth/owner-check/contract';
import { checkOwner } from '#domain/auth/owner-check/endpoints';
import type { RequestContext } from '#domain/auth/request-context';
import type { SignedInUser } from '#domain/auth/user';
import { OwnerCheck } from '#server/auth/owner-check';
import { CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

/** Shows that a session is its owner's. */
@Controller('api/users/me/owner-check')
export class OwnerCheckController {
  constructor(private readonly ownerCheck: OwnerCheck) {}

  @Get()
  @Header('cache-control', 'no-store')
  view(@SignedIn() user: SignedInUser, @CurrentRequestContext() { session }: RequestContext): Promise<OwnerCheckStatus> {
    return this.ownerCheck.view(user, session);
  }

  @Post()
  @HttpCode(204)
  async check(
    @Body(new Parse(checkOwner.body, 'body')) { password }: PasswordOnly,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<void> {
    await this.ownerCheck.withPassword(user, session, password);
  }
}
