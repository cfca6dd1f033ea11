import { Body, Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import type { NewSecondFactor, PasswordConfirmation, RecoveryCodes, SecondFactorCode, SecondFactorStatus } from '#domain/auth/contract';
import { beginSecondFactor, confirmSecondFactor, removeSecondFactor, renewRecoveryCodes } from '#domain/auth/endpoints';
import type { RequestContext } from '#domain/auth/request-context';
import type { SignedInUser } from '#domain/auth/user';
import { OwnerCheck } from '#server/auth/owner-check';
import { SecondFactor } from '#server/auth/second-factor';
import { CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Parse } from '#server/http/parse';

/** The current user's second factor. Each change but the confirmation takes an owner check. */
@Controller('api/users/me/second-factor')
export class SecondFactorController {
  constructor(
    private readonly ownerCheck: OwnerCheck,
    private readonly secondFactor: SecondFactor,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  view(@SignedIn() user: SignedInUser): Promise<SecondFactorStatus> {
    return this.secondFactor.view(user);
  }

  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async begin(
    @Body(new Parse(beginSecondFactor.body, 'body')) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<NewSecondFactor> {
    return this.secondFactor.begin(await this.ownerCheck.verify(user, session, password));
  }

  @Post('confirmation')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async confirm(
    @Body(new Parse(confirmSecondFactor.body, 'body')) { code }: SecondFactorCode,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.confirm(user, code, session?.token_hash ?? null) };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async renewRecoveryCodes(
    @Body(new Parse(renewRecoveryCodes.body, 'body')) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.renewRecoveryCodes(await this.ownerCheck.verify(user, session, password)) };
  }

  @Post('removal')
  @HttpCode(204)
  async remove(
    @Body(new Parse(removeSecondFactor.body, 'body')) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<void> {
    await this.secondFactor.remove(await this.ownerCheck.verify(user, session, password));
  }
}
