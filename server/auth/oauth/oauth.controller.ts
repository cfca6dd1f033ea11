import type { AuthorizationAnswer } from '#domain/auth/oauth/contract';
import { Controller } from '@nestjs/common';
import { decideAuthorization, disconnectAssistant, issueTokens, listAssistants, viewAuthorization } from '#domain/auth/oauth/endpoints';
import type { Viewer } from '#domain/auth/viewer';
import { PremiumRequired } from '#domain/errors';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { ConnectAssistants } from '#server/auth/oauth/connect-assistants';
import { Handles, type Received } from '#server/http/handles';
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
  view({ viewer, query }: Received<typeof viewAuthorization>) {
    requirePremium(viewer);
    return this.assistants.view(query, this.publicUrl.origin);
  }

  @Handles(decideAuthorization)
  async decide({
    identity: { viewer, session },
    by,
    body: { is_allowed, ...request },
  }: Received<typeof decideAuthorization>): Promise<AuthorizationAnswer> {
    requirePremium(viewer);
    const sessionHash = session?.token_hash ?? '';
    return { redirect_uri: await this.assistants.decide(request, is_allowed, this.publicUrl.origin, by, sessionHash) };
  }

  @Handles(issueTokens)
  issue({ body }: Received<typeof issueTokens>) {
    return this.assistants.issue(body, this.publicUrl.origin);
  }

  @Handles(listAssistants)
  list({ user }: Received<typeof listAssistants>) {
    return this.assistants.listFor(user.id);
  }

  @Handles(disconnectAssistant)
  disconnect({ by, params: { id } }: Received<typeof disconnectAssistant>) {
    return this.assistants.disconnect(id, by);
  }
}
