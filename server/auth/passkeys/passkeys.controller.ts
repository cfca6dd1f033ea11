import type { SignedInResponse } from '#domain/auth/sessions/contract';
import { Controller } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
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
import { CsrfRejected } from '#domain/errors';
import { OwnerCheck } from '#server/auth/owner-check';
import { UsePasskeys } from '#server/auth/passkeys/use-passkeys';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { BrowserSession } from '#server/http/guards/cookies';
import { Handles, type Received } from '#server/http/handles';
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
  beginSignIn({ request, context }: Received<typeof beginPasskeySignIn>) {
    return this.passkeys.beginSignIn(context, this.#tokenOf(request));
  }

  @Handles(signInWithPasskey)
  async signIn({ request, context, reply, body: { credential } }: Received<typeof signInWithPasskey>): Promise<SignedInResponse> {
    const account = await this.passkeys.signIn(credential, context, this.#tokenOf(request));
    this.maintenance.refuseSignIn(account);
    const { token, user } = await this.sessionLifecycle.signIn(account, context);
    this.browserSession.setCookies(reply, token);
    return { user };
  }

  @Handles(listPasskeys)
  list({ user }: Received<typeof listPasskeys>) {
    return this.passkeys.listFor(user);
  }

  @Handles(beginPasskey)
  beginAdding({ request, user, session }: Received<typeof beginPasskey>) {
    this.ownerCheck.require(session);
    return this.passkeys.beginAdding(user, this.#tokenOf(request));
  }

  @Handles(addPasskey)
  add({ request, user, body: passkey }: Received<typeof addPasskey>) {
    return this.passkeys.add(user, passkey, this.#tokenOf(request));
  }

  @Handles(removePasskey)
  async remove({ user, session, params: { id } }: Received<typeof removePasskey>) {
    this.ownerCheck.require(session);
    await this.passkeys.remove(user, id);
  }

  @Handles(beginPasskeyCheck)
  beginOwnerCheck({ request, user }: Received<typeof beginPasskeyCheck>) {
    return this.passkeys.beginOwnerCheck(user, this.#tokenOf(request));
  }

  @Handles(checkOwnerWithPasskey)
  async checkOwner({ request, user, session, body: { credential } }: Received<typeof checkOwnerWithPasskey>) {
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
