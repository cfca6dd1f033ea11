import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import type { Known, SignedInUser } from '#domain/auth/user';
import { NotSignedIn } from '#domain/errors';
import { LinkedAccountId, Linking } from '#domain/linked-accounts/contract';
import type { LinkedAccount, LinkingStarted } from '#domain/linked-accounts/linked-account';
import { SignedIn, Whoever } from '#server/http/asker.decorator';
import { Parse } from '#server/http/parse';
import { LinkAccount } from '#server/linked-accounts/link-account';

const linking = new Parse(Linking, 'body');
const accountId = new Parse(LinkedAccountId, 'id');

/** A person's linked accounts, and nobody else's. */
@Controller('api/users/me/pinterest_accounts')
export class LinkedAccountsController {
  constructor(
    private readonly link: LinkAccount,
    private readonly log: SecurityLog,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  list(@SignedIn() user: SignedInUser): Promise<readonly LinkedAccount[]> {
    return this.link.list(user.id);
  }

  @Post()
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async linkOne(
    @SignedIn() user: SignedInUser,
    @Whoever() { session }: Known,
    @Body(linking) { code, state }: Linking,
  ): Promise<LinkingStarted | LinkedAccount> {
    if (!session) throw new NotSignedIn();
    const linker = { userId: user.id, sessionHash: session.token_hash };
    if (code === undefined || state === undefined) return this.link.start(linker);
    const linked = await this.link.finish(linker, { code, state });
    this.log.note({ event: 'account-linked', user_id: user.id, what: linked._id });
    return linked;
  }

  @Delete(':id')
  @HttpCode(204)
  @Header('cache-control', 'no-store')
  async unlink(@SignedIn() user: SignedInUser, @Param('id', accountId) id: string): Promise<void> {
    await this.link.unlink(user.id, id);
    this.log.note({ event: 'account-unlinked', user_id: user.id, what: id });
  }
}
