import { Body, Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { NewSecondFactor, PasswordConfirmation, RecoveryCodes, SecondFactorStatus } from '#domain/auth/account/contract';
import type { SecondFactorCode, SignedInResponse } from '#domain/auth/sessions/contract';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  viewSecondFactor,
} from '#domain/auth/account/endpoints';
import { signInWithCode } from '#domain/auth/sessions/endpoints';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { OwnerCheck } from '#server/auth/owner-check';
import { SecondFactor } from '#server/auth/second-factor';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { BrowserSession } from '#server/http/guards/browser-session';
import { CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** The second factor: signing in with its code, and changing it. Each change but the confirmation takes an owner check. */
@Controller()
export class SecondFactorController {
  constructor(
    private readonly ownerCheck: OwnerCheck,
    private readonly secondFactor: SecondFactor,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
  ) {}

  @Handles(viewSecondFactor)
  view(@SignedIn() user: SignedInUser): Promise<SecondFactorStatus> {
    return this.secondFactor.view(user);
  }

  @Handles(beginSecondFactor)
  async begin(
    @Body(new Parse(beginSecondFactor.body)) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<NewSecondFactor> {
    return this.secondFactor.begin(await this.ownerCheck.verify(user, session, password));
  }

  @Handles(confirmSecondFactor)
  async confirm(
    @Body(new Parse(confirmSecondFactor.body)) { code }: SecondFactorCode,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.confirm(user, code, session?.token_hash ?? '') };
  }

  @Handles(renewRecoveryCodes)
  async renewRecoveryCodes(
    @Body(new Parse(renewRecoveryCodes.body)) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.renewRecoveryCodes(await this.ownerCheck.verify(user, session, password)) };
  }

  @Handles(removeSecondFactor)
  async remove(
    @Body(new Parse(removeSecondFactor.body)) { password }: PasswordConfirmation,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<void> {
    await this.secondFactor.remove(await this.ownerCheck.verify(user, session, password));
  }

  @Handles(signInWithCode)
  async loginWithCode(
    @Body(new Parse(signInWithCode.body)) { code }: SecondFactorCode,
    @CurrentRequestContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInResponse> {
    const { token, user } = await this.sessionLifecycle.signIn(await this.secondFactor.verify(code, context), context);
    this.browserSession.setCookies(reply, token);
    return { user };
  }
}
