import type { RecoveryCodes } from '#domain/auth/account/contract';
import type { SignedInResponse } from '#domain/auth/sessions/contract';
import { Controller } from '@nestjs/common';
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  viewSecondFactor,
} from '#domain/auth/account/endpoints';
import { signInWithCode } from '#domain/auth/sessions/endpoints';
import { OwnerCheck } from '#server/auth/owner-check';
import { SecondFactor } from '#server/auth/second-factor';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { BrowserSession } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';

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
  view({ user }: Received<typeof viewSecondFactor>) {
    return this.secondFactor.view(user);
  }

  @Handles(beginSecondFactor)
  async begin({ user, session, body: { password } }: Received<typeof beginSecondFactor>) {
    return this.secondFactor.begin(await this.ownerCheck.verify(user, session, password));
  }

  @Handles(confirmSecondFactor)
  async confirm({ user, session, body: { code } }: Received<typeof confirmSecondFactor>): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.confirm(user, code, session?.token_hash ?? '') };
  }

  @Handles(renewRecoveryCodes)
  async renewRecoveryCodes({ user, session, body: { password } }: Received<typeof renewRecoveryCodes>): Promise<RecoveryCodes> {
    return { recovery_codes: await this.secondFactor.renewRecoveryCodes(await this.ownerCheck.verify(user, session, password)) };
  }

  @Handles(removeSecondFactor)
  async remove({ user, session, body: { password } }: Received<typeof removeSecondFactor>) {
    await this.secondFactor.remove(await this.ownerCheck.verify(user, session, password));
  }

  @Handles(signInWithCode)
  async loginWithCode({ context, reply, body: { code } }: Received<typeof signInWithCode>): Promise<SignedInResponse> {
    const { token, user } = await this.sessionLifecycle.signIn(await this.secondFactor.verify(code, context), context);
    this.browserSession.setCookies(reply, token);
    return { user };
  }
}
