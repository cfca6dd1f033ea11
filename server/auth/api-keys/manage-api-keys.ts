import { Injectable } from '@nestjs/common';
import type { Actor } from '#domain/audit/acts';
import { parseEmail } from '#domain/auth/account/email-address';
import { type ApiKeyKind, type KeyLifetime, keyExpiresAt, MAX_PERSONAL_KEYS, newApiKeyToken } from '#domain/auth/api-keys/api-keys';
import type { ApiKeyView, CreatedApiKey, NewApiKey } from '#domain/auth/api-keys/contract';
import { SecurityLog } from '#domain/auth/security-log';
import { ADMIN_ROLE } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { Conflict, NotFound, NotPossible } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { Accounts } from '#server/auth/account/typeorm/accounts';
import { ApiKeys, type StoredApiKey } from '#server/auth/api-keys/typeorm/api-keys';

const toView = ({ id, name, kind, prefix, created_at, used_at, expires_at }: StoredApiKey): ApiKeyView => ({
  id,
  name,
  kind,
  prefix,
  created_at: created_at.toISOString(),
  used_at: used_at?.toISOString() ?? null,
  expires_at: expires_at?.toISOString() ?? null,
});

/** Creates, lists, and revokes API keys: personal ones by their owners, and any by operators. */
@Injectable()
export class ManageApiKeys {
  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly accounts: Accounts,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  async listFor(userId: string): Promise<readonly ApiKeyView[]> {
    return (await this.apiKeys.listFor(userId)).map(toView);
  }

  /** Returns the keys of all users, with their addresses. */
  async listAll(): Promise<readonly (ApiKeyView & { readonly email: string })[]> {
    return (await this.apiKeys.listAll()).map(({ email, ...key }) => ({ email, ...toView(key) }));
  }

  /** Throws `Conflict` when a user has as many personal keys as one may have. */
  async create(userId: string, kind: ApiKeyKind, { name, expires_in_days }: NewApiKey, by: Actor): Promise<CreatedApiKey> {
    const now = this.clock.now();
    const { token, ...stored } = newApiKeyToken(this.secrets);
    const values = { ...stored, user_id: userId, name, kind, created_at: now, expires_at: keyExpiresAt(expires_in_days, now) };
    const key = await this.apiKeys.create(values, by);
    if (!key) throw new Conflict(`You have ${MAX_PERSONAL_KEYS} API keys already. Revoke one first.`);
    this.securityLog.record({ event: 'api-key-created', user_id: userId, detail: kind });
    return { key: toView(key), token };
  }

  /** Creates a key for the account of an address. Throws `NotPossible` for an ingest key of someone who is no administrator. */
  async createFor(
    typedEmail: string,
    { kind, name, days }: { readonly kind: ApiKeyKind; readonly name: string; readonly days: KeyLifetime | null },
    by: Actor,
  ): Promise<CreatedApiKey> {
    const email = parseEmail(typedEmail);
    const account = await this.accounts.findConfirmed(email);
    if (!account) throw new NotFound(`${email} has no account.`);
    if (kind === 'ingest' && account.role_id !== ADMIN_ROLE) throw new NotPossible(`${email} is not an administrator.`);
    return this.create(account.id, kind, { name, expires_in_days: days }, by);
  }

  /** Revokes a key, of one owner only if `userId` is given. Throws `NotFound`. */
  async revoke(id: string, by: Actor, userId?: string): Promise<ApiKeyView> {
    const key = await this.apiKeys.revoke(id, userId, by, this.clock.now());
    if (!key) throw new NotFound('There is no such API key.');
    this.securityLog.record({ event: 'api-key-revoked', user_id: key.user_id, detail: key.kind });
    return toView(key);
  }
}
