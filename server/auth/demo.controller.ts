import type { SignedInResponse } from '#domain/auth/sessions/contract';
import { Controller, Inject } from '@nestjs/common';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { demoUsers } from '#domain/auth/account/demo-users';
import { signInToDemo } from '#domain/auth/sessions/endpoints';
import { SecurityLog } from '#domain/auth/security-log';
import { NotFound } from '#domain/errors';
import { SessionLifecycle } from '#server/auth/session-lifecycle';
import { CONFIG, type Config, isSandboxAllowed } from '#server/config/config';
import { Postgres } from '#server/database/postgres';
import { isDemoInstalled } from '#server/demo/postgres/demo-settings';
import { BrowserSession } from '#server/http/guards/cookies';
import { PrintedAddress } from '#server/http/guards/printed-address';
import { Handles, type Received } from '#server/http/handles';

/** Signs in as a demo user without a password: only while the demo is installed, in a browser of this machine, and where the sandbox is allowed. */
@Controller()
export class DemoController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly postgres: Postgres,
    private readonly accounts: Accounts,
    private readonly sessionLifecycle: SessionLifecycle,
    private readonly browserSession: BrowserSession,
    private readonly securityLog: SecurityLog,
    private readonly printedAddress: PrintedAddress,
  ) {}

  @Handles(signInToDemo)
  async signIn({ context, request, reply, body: { role } }: Received<typeof signInToDemo>): Promise<SignedInResponse> {
    const isLocal = isSandboxAllowed(this.config) && this.printedAddress.isOpenTo(request);
    const isAvailable = isLocal && (await isDemoInstalled(this.postgres.pool));
    const account = isAvailable ? await this.accounts.findConfirmed(demoUsers[role]) : null;
    if (!account) throw new NotFound('There is no demo here.');
    this.securityLog.record({ event: 'signed-in', user_id: account.id, detail: 'demo' });
    const { token, user } = await this.sessionLifecycle.signIn(account, context);
    this.browserSession.setCookies(reply, token);
    return { user };
  }
}
