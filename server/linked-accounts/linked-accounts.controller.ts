import { Controller } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import { NotSignedIn } from '#domain/errors';
import {
  linkAccount,
  listLinkedAccounts,
  unlinkAccount,
  viewOwnAnalytics,
  viewOwnBoards,
  viewOwnPin,
  viewOwnTopPins,
  viewResearchResults,
  viewTerms,
  viewTrends,
  viewVolumes,
} from '#domain/linked-accounts/endpoints';
import { Handles, type Received } from '#server/http/handles';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { ViewAccount } from '#server/linked-accounts/view-account';

/** The user's own linked accounts. */
@Controller()
export class LinkedAccountsController {
  constructor(
    private readonly linkAccount: LinkAccount,
    private readonly viewAccount: ViewAccount,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(listLinkedAccounts)
  list({ user }: Received<typeof listLinkedAccounts>) {
    return this.linkAccount.listFor(user.id);
  }

  @Handles(linkAccount)
  async startOrFinishLinking({ user, session, body: { code, state, with_volumes = false } }: Received<typeof linkAccount>) {
    if (!session) throw new NotSignedIn();
    const linkingSession = { userId: user.id, sessionHash: session.token_hash };
    if (code === undefined || state === undefined) return this.linkAccount.startLinking(linkingSession, with_volumes);
    const account = await this.linkAccount.finishLinking(linkingSession, { code, state });
    this.securityLog.record({ event: 'account-linked', user_id: user.id, detail: account._id });
    return account;
  }

  @Handles(viewOwnAnalytics)
  viewAnalytics({ user, query: { split }, params: { id } }: Received<typeof viewOwnAnalytics>) {
    return this.viewAccount.analytics(user.id, id, split);
  }

  @Handles(viewOwnTopPins)
  viewTopPins({ user, query: { sort_by }, params: { id } }: Received<typeof viewOwnTopPins>) {
    return this.viewAccount.topPins(user.id, id, sort_by);
  }

  @Handles(viewOwnBoards)
  viewBoards({ user, params: { id } }: Received<typeof viewOwnBoards>) {
    return this.viewAccount.boards(user.id, id);
  }

  @Handles(viewOwnPin)
  viewPin({ user, params: { id, pin_id: pinId } }: Received<typeof viewOwnPin>) {
    return this.viewAccount.pin(user.id, id, pinId);
  }

  @Handles(viewResearchResults)
  viewResults({ user, query: { keyword }, params: { id } }: Received<typeof viewResearchResults>) {
    return this.viewAccount.results(user.id, id, keyword);
  }

  @Handles(viewTrends)
  viewTrends({ user, query, params: { id } }: Received<typeof viewTrends>) {
    return this.viewAccount.trends(user.id, id, query);
  }

  @Handles(viewTerms)
  viewTerms({ user, query: { term }, params: { id } }: Received<typeof viewTerms>) {
    return this.viewAccount.terms(user.id, id, term);
  }

  @Handles(viewVolumes)
  viewVolumes({ user, query, params: { id } }: Received<typeof viewVolumes>) {
    return this.viewAccount.volumes(user.id, id, query);
  }

  @Handles(unlinkAccount)
  async unlink({ user, params: { id } }: Received<typeof unlinkAccount>) {
    await this.linkAccount.unlink(user.id, id);
    this.securityLog.record({ event: 'account-unlinked', user_id: user.id, detail: id });
  }
}
