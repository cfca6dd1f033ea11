import { Body, Controller, Param, Query } from '@nestjs/common';
import { SecurityLog } from '#domain/auth/security-log';
import type { ViewerContext, SignedInUser } from '#domain/auth/viewer';
import { NotSignedIn } from '#domain/errors';
import type {
  LinkedAccount,
  Linking,
  LinkingRedirect,
  OwnAnalytics,
  OwnAnalyticsQuery,
  OwnBoards,
  OwnPinAnalytics,
  OwnTopPins,
  OwnTopPinsQuery,
  ResearchResults,
  ResearchResultsQuery,
  Terms,
  TermsQuery,
  Trends,
  TrendsQuery,
  Volumes,
  VolumesQuery,
} from '#domain/linked-accounts/contract';
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
import { SignedIn, CurrentIdentity } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { LinkAccount } from '#server/linked-accounts/link-account';
import { ViewAccount } from '#server/linked-accounts/view-account';

const accountId = new Parse(unlinkAccount.params.id, 'id');

/** The user's own linked accounts. */
@Controller()
export class LinkedAccountsController {
  constructor(
    private readonly linkAccount: LinkAccount,
    private readonly viewAccount: ViewAccount,
    private readonly securityLog: SecurityLog,
  ) {}

  @Handles(listLinkedAccounts)
  list(@SignedIn() user: SignedInUser): Promise<readonly LinkedAccount[]> {
    return this.linkAccount.listFor(user.id);
  }

  @Handles(linkAccount)
  async startOrFinishLinking(
    @SignedIn() user: SignedInUser,
    @CurrentIdentity() { session }: ViewerContext,
    @Body(new Parse(linkAccount.body)) { code, state, with_volumes = false }: Linking,
  ): Promise<LinkingRedirect | LinkedAccount> {
    if (!session) throw new NotSignedIn();
    const linkingSession = { userId: user.id, sessionHash: session.token_hash };
    if (code === undefined || state === undefined) return this.linkAccount.startLinking(linkingSession, with_volumes);
    const account = await this.linkAccount.finishLinking(linkingSession, { code, state });
    this.securityLog.record({ event: 'account-linked', user_id: user.id, detail: account._id });
    return account;
  }

  @Handles(viewOwnAnalytics)
  viewAnalytics(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Query(new Parse(viewOwnAnalytics.query)) { split }: OwnAnalyticsQuery,
  ): Promise<OwnAnalytics> {
    return this.viewAccount.analytics(user.id, id, split);
  }

  @Handles(viewOwnTopPins)
  viewTopPins(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Query(new Parse(viewOwnTopPins.query)) { sort_by }: OwnTopPinsQuery,
  ): Promise<OwnTopPins> {
    return this.viewAccount.topPins(user.id, id, sort_by);
  }

  @Handles(viewOwnBoards)
  viewBoards(@SignedIn() user: SignedInUser, @Param('id', accountId) id: string): Promise<OwnBoards> {
    return this.viewAccount.boards(user.id, id);
  }

  @Handles(viewOwnPin)
  viewPin(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Param('pin_id', new Parse(viewOwnPin.params.pin_id, 'pin_id')) pinId: string,
  ): Promise<OwnPinAnalytics> {
    return this.viewAccount.pin(user.id, id, pinId);
  }

  @Handles(viewResearchResults)
  viewResults(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Query(new Parse(viewResearchResults.query)) { keyword }: ResearchResultsQuery,
  ): Promise<ResearchResults> {
    return this.viewAccount.results(user.id, id, keyword);
  }

  @Handles(viewTrends)
  viewTrends(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Query(new Parse(viewTrends.query)) query: TrendsQuery,
  ): Promise<Trends> {
    return this.viewAccount.trends(user.id, id, query);
  }

  @Handles(viewTerms)
  viewTerms(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Query(new Parse(viewTerms.query)) { term }: TermsQuery,
  ): Promise<Terms> {
    return this.viewAccount.terms(user.id, id, term);
  }

  @Handles(viewVolumes)
  viewVolumes(
    @SignedIn() user: SignedInUser,
    @Param('id', accountId) id: string,
    @Query(new Parse(viewVolumes.query)) query: VolumesQuery,
  ): Promise<Volumes> {
    return this.viewAccount.volumes(user.id, id, query);
  }

  @Handles(unlinkAccount)
  async unlink(@SignedIn() user: SignedInUser, @Param('id', accountId) id: string): Promise<void> {
    await this.linkAccount.unlink(user.id, id);
    this.securityLog.record({ event: 'account-unlinked', user_id: user.id, detail: id });
  }
}
