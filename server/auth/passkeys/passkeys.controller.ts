import { Body, Controller, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInResponse } from '#domain/auth/sessions/contract';
import type { AddedPasskey, NewPasskey, PasskeyAnswer, PasskeyOptions, PasskeyView } from '#domain/auth/passkeys/contract';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyCheck,
  beginPasskeySignIn,
  checkOwnerWithPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from '#domain/auth/passkeys/endpoints';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { CsrfRejected } from '#domain/errors';
import { OwnerCheck } from '#server/auth/owner-check';
import { UsePasskeys } from '#server/auth/passkeys/use-passkeys';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { BrowserSession } from '#server/http/guards/browser-session';
import { CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { MaintenanceMode } from '#server/operations/maintenance/maintenance-mode';

/** Passkeys: adding them, signing in, and owner checks with them. */
@Controller()
export class PasskeysController {
  constructor(
    private readonly passkeys: UsePasskeys,
    private readonly ownerCheck: OwnerCheck,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly maintenance: MaintenanceMode,
  ) {}

  @Handles(beginPasskeySignIn)
  beginSignIn(@Req() request: FastifyRequest, @CurrentRequestContext() context: RequestContext): Promise<PasskeyOptions> {
    return this.passkeys.beginSignIn(context, this.#tokenOf(request));
  }

  @Handles(signInWithPasskey)
  async signIn(
    @Req() request: FastifyRequest,
    @Body(new Parse(signInWithPasskey.body)) { credential }: PasskeyAnswer,
    @CurrentRequestContext() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInResponse> {
    const account = await this.passkeys.signIn(credential, context, this.#tokenOf(request));
    this.maintenance.refuseSignIn(account);
    const { token, user } = await this.sessionLifecycle.signIn(account, context);
    this.browserSession.setCookies(reply, token);
    return { user };
  }

  @Handles(listPasskeys)
  list(@SignedIn() user: SignedInUser): Promise<readonly PasskeyView[]> {
    return this.passkeys.listFor(user);
  }

  @Handles(beginPasskey)
  beginAdding(
    @Req() request: FastifyRequest,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<PasskeyOptions> {
    this.ownerCheck.require(session);
    return this.passkeys.beginAdding(user, this.#tokenOf(request));
  }

  @Handles(addPasskey)
  add(
    @Req() request: FastifyRequest,
    @Body(new Parse(addPasskey.body)) passkey: NewPasskey,
    @SignedIn() user: SignedInUser,
  ): Promise<AddedPasskey> {
    return this.passkeys.add(user, passkey, this.#tokenOf(request));
  }

  @Handles(removePasskey)
  async remove(
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
    @Param('id', new Parse(removePasskey.params.id, 'id')) id: string,
  ): Promise<void> {
    this.ownerCheck.require(session);
    await this.passkeys.remove(user, id);
  }

  @Handles(beginPasskeyCheck)
  beginOwnerCheck(@Req() request: FastifyRequest, @SignedIn() user: SignedInUser): Promise<PasskeyOptions> {
    return this.passkeys.beginOwnerCheck(user, this.#tokenOf(request));
  }

  @Handles(checkOwnerWithPasskey)
  async checkOwner(
    @Req() request: FastifyRequest,
    @Body(new Parse(checkOwnerWithPasskey.body)) { credential }: PasskeyAnswer,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { session }: RequestContext,
  ): Promise<void> {
    await this.passkeys.verifyOwner(user, credential, this.#tokenOf(request));
    await this.ownerCheck.record(user, session, 'passkey');
  }

  /** Unsafe requests without one are refused before. */
  #tokenOf(request: FastifyRequest): string {
    const token = this.browserSession.readToken(request);
    if (token === undefined) throw new CsrfRejected();
    return token;
  }
}
