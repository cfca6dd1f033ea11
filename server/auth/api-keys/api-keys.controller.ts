import { Controller } from '@nestjs/common';
import { createApiKey, listApiKeys, revokeApiKey } from '#domain/auth/api-keys/endpoints';
import { requireEntitlement } from '#domain/subscriptions/require-entitlement';
import { ManageApiKeys } from '#server/auth/api-keys/manage-api-keys';
import { OwnerCheck } from '#server/auth/owner-check';
import { Handles, type Received } from '#server/http/handles';

/** The current user's API keys. */
@Controller()
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ManageApiKeys,
    private readonly ownerCheck: OwnerCheck,
  ) {}

  @Handles(listApiKeys)
  list({ user }: Received<typeof listApiKeys>) {
    return this.apiKeys.listFor(user.id);
  }

  @Handles(createApiKey)
  create({ user, context: { viewer, session }, by, body: key }: Received<typeof createApiKey>) {
    requireEntitlement(viewer, 'api_keys');
    this.ownerCheck.require(session);
    return this.apiKeys.create(user.id, 'personal', key, by);
  }

  @Handles(revokeApiKey)
  async revoke({ user, by, params: { id } }: Received<typeof revokeApiKey>) {
    await this.apiKeys.revoke(id, by, user.id);
  }
}
