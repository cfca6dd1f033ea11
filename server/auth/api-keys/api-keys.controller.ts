import { Body, Controller, Param } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { ApiKeyView, CreatedApiKey, NewApiKey } from '#domain/auth/api-keys/contract';
import { createApiKey, listApiKeys, revokeApiKey } from '#domain/auth/api-keys/endpoints';
import type { RequestContext, SignedInUser } from '#domain/auth/viewer';
import { PremiumRequired } from '#domain/errors';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { OwnerCheck } from '#server/auth/owner-check';
import { Acting, CurrentRequestContext, SignedIn } from '#server/http/guards/current-viewer.decorator';
import { Handles } from '#server/http/handles';
import { Parse } from '#server/http/parse';

/** The current user's API keys. */
@Controller()
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ManageApiKeys,
    private readonly ownerCheck: OwnerCheck,
  ) {}

  @Handles(listApiKeys)
  list(@SignedIn() user: SignedInUser): Promise<readonly ApiKeyView[]> {
    return this.apiKeys.listFor(user.id);
  }

  @Handles(createApiKey)
  create(
    @Body(new Parse(createApiKey.body)) key: NewApiKey,
    @SignedIn() user: SignedInUser,
    @CurrentRequestContext() { viewer, session }: RequestContext,
    @Acting() by: UserActor,
  ): Promise<CreatedApiKey> {
    if (!hasEntitlement(viewer, 'api_keys')) throw new PremiumRequired(premiumSentences.api_keys);
    this.ownerCheck.require(session);
    return this.apiKeys.create(user.id, 'personal', key, by);
  }

  @Handles(revokeApiKey)
  async revoke(
    @SignedIn() user: SignedInUser,
    @Acting() by: UserActor,
    @Param('id', new Parse(revokeApiKey.params.id, 'id')) id: string,
  ): Promise<void> {
    await this.apiKeys.revoke(id, by, user.id);
  }
}
