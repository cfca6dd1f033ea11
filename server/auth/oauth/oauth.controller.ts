import type { AuthorizationAnswer } from '#domain/auth/oauth/contract';
import { Controller } from '@nestjs/common';
import { decideAuthorization, disconnectAssistant, issueTokens, listAssistants, viewAuthorization } from '#domain/auth/oauth/endpoints';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';
import { ConnectAssistants } from '#server/auth/oauth/connect-assistants';
import { Handles, type Received } from '#server/http/handles';
import { PublicUrl } from '#server/http/public-url';

/** The authorization server for assistants, and the current user's connected assistants. */
@Controller()
export class OAuthController {
  constructor(
    private readonly assistants: ConnectAssistants,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Handles(viewAuthorization)
  view({ viewer, query }: Received<typeof viewAuthorization>) {
    requireEntitlement(viewer, 'api_keys');
    return this.assistants.view(query, this.publicUrl.origin);
  }

  @Handles(decideAuthorization)
  async decide({
    identity: { viewer, session },
    by,
    body: { is_allowed, ...request },
  }: Received<typeof decideAuthorization>): Promise<AuthorizationAnswer> {
    requireEntitlement(viewer, 'api_keys');
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
