import { Body, Controller, Header, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Accounts } from '#domain/auth/accounts';
import type { Caller } from '#domain/auth/caller';
import { DemoSignIn } from '#domain/auth/contract';
import { demoUsers } from '#domain/auth/demo-users';
import { SecurityLog } from '#domain/auth/security-log';
import type { SignedInAnswer } from '#domain/auth/user';
import { NotFound } from '#domain/errors';
import { SignedInBrowser } from '#server/auth/signed-in-browser';
import { CONFIG, type Config } from '#server/config/config';
import { sandboxAllowed } from '#server/config/config-faults';
import { Postgres } from '#server/database/postgres';
import { Calling } from '#server/http/asker.decorator';
import { isThisMachine } from '#server/http/network';
import { Parse } from '#server/http/parse';

/** Being a user of the demo without a password: only while the demo is there, only from this machine, and never on a real site. */
@Controller('api/auth/demo')
export class DemoController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly postgres: Postgres,
    private readonly accounts: Accounts,
    private readonly signed: SignedInBrowser,
    private readonly log: SecurityLog,
  ) {}

  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async signIn(
    @Body(new Parse(DemoSignIn, 'body')) { role }: DemoSignIn,
    @Calling() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInAnswer> {
    const account = isThisMachine(caller.network) && (await this.#isOpen()) ? await this.accounts.byEmail(demoUsers[role]) : null;
    if (!account) throw new NotFound('There is no demo here.');
    this.log.note({ event: 'signed-in', user_id: account.id, what: 'demo' });
    return { user: await this.signed.of(account, caller, reply) };
  }

  async #isOpen(): Promise<boolean> {
    if (!sandboxAllowed(this.config)) return false;
    const { rowCount } = await this.postgres.pool.query(`select 1 from settings where name = 'demo' and value = 'true'`);
    return (rowCount ?? 0) > 0;
  }
}
