import { Body, Controller, Param, Query } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type {
  Assistant,
  AuthorizationAnswer,
  AuthorizationDecision,
  AuthorizationQuery,
  AuthorizationView,
  TokenAnswer,
  TokenBody,
} from '#domain/auth/oauth/contract';
import { decideAuthorization, disconnectAssistant, issueTokens, listAssistants, viewAuthorization } from '#domain/auth/oauth/endpoints';
import type { SignedInUser, Viewer, ViewerContext } from '#domain/auth/viewer';
import { PremiumRequired } from '#domain/errors';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { ConnectAssistants } from '#server/auth/oauth/connect-assistants';
import { Acting, CurrentIdentity, CurrentViewer, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';
import { PublicUrl } from '#server/http/public-url';

function requirePremium(viewer: Viewer): void {
  if (!hasEntitlement(viewer, 'api_keys')) throw new PremiumRequired(premiumSentences.api_keys);
}

/** The authorization server for assistants, and the current user's connected assistants. */
@Controller()
export class OAuthController {
  constructor(
    private readonly assistants: ConnectAssistants,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Handles(viewAuthorization)
  view(@Query(new Parse(viewAuthorization.query)) query: AuthorizationQuery, @CurrentViewer() viewer: Viewer): Promise<AuthorizationView> {
    requirePremium(viewer);
    return this.assistants.view(query, this.publicUrl.origin);
  }

  @Handles(decideAuthorization)
  async decide(
    @Body(new Parse(decideAuthorization.body)) { is_allowed, ...request }: AuthorizationDecision,
    @CurrentIdentity() { viewer, session }: ViewerContext,
    @Acting() by: UserActor,
  ): Promise<AuthorizationAnswer> {
    requirePremium(viewer);
    const sessionHash = session?.token_hash ?? '';
    return { redirect_uri: await this.assistants.decide(request, is_allowed, this.publicUrl.origin, by, sessionHash) };
  }

  @Handles(issueTokens)
  issue(@Body(new Parse(issueTokens.body)) body: TokenBody): Promise<TokenAnswer> {
    return this.assistants.issue(body, this.publicUrl.origin);
  }

  @Handles(listAssistants)
  list(@SignedIn() user: SignedInUser): Promise<readonly Assistant[]> {
    return this.assistants.listFor(user.id);
  }

  @Handles(disconnectAssistant)
  disconnect(@Acting() by: UserActor, @Param('id', new Parse(disconnectAssistant.params.id, 'id')) id: string): Promise<void> {
    return this.assistants.disconnect(id, by);
  }
}
