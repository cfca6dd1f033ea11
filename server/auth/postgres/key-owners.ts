import { Inject, Injectable } from '@nestjs/common';
import { apiKeyProblem, isApiKeyToken, type StoredApiKey, USED_UPDATE_INTERVAL_MS, KeyOwners } from '#domain/auth/api-keys/api-keys';
import { isAccessToken, isAccessTokenAlive } from '#domain/auth/oauth/oauth';
import type { ViewerContext } from '#domain/auth/viewer';
import { Clock } from '#domain/clock';
import { InvalidApiKey, PremiumRequired } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { hasEntitlement, premiumSentences } from '#domain/subscriptions/entitlements';
import { recordUse, USER_COLUMNS, type UserColumns, userOf, type UserRules, userRulesOf } from '#server/auth/postgres/viewers';
import { CONFIG, type Config } from '#server/config/config';
import { Postgres } from '#server/database/postgres';

type ApiKeyRow = UserColumns & Pick<StoredApiKey, 'id' | 'kind' | 'name' | 'used_at' | 'expires_at' | 'revoked_at'>;

type GrantViewerRow = UserColumns & {
  readonly id: string;
  readonly client_name: string;
  readonly issued_at: Date;
  readonly used_at: Date | null;
};

const FIND_API_KEY = `
  select k.id, k.kind, k.name, k.used_at, k.expires_at, k.revoked_at, k.user_id, ${USER_COLUMNS}
  from api_keys k join users u on u.id = k.user_id where k.token_hash = $1`;

const FIND_GRANT = `
  select g.id, g.client_name, g.issued_at, g.used_at, g.user_id, ${USER_COLUMNS}
  from oauth_grants g join users u on u.id = g.user_id where g.access_hash = $1`;

/** Reads API key or access token, role, and subscriptions with every request, since they may have changed since the last one. */
@Injectable()
export class PostgresKeyOwners extends KeyOwners {
  readonly #rules: UserRules;

  constructor(
    private readonly postgres: Postgres,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    @Inject(CONFIG) config: Config,
  ) {
    super();
    this.#rules = userRulesOf(config);
  }

  find(token: string): Promise<ViewerContext> {
    return isAccessToken(token) ? this.#findByAccessToken(token) : this.#findByApiKey(token);
  }

  async #findByApiKey(token: string): Promise<ViewerContext> {
    const { rows } = isApiKeyToken(token)
      ? await this.postgres.pool.query<ApiKeyRow>({ name: 'api-key', text: FIND_API_KEY, values: [this.secrets.hash(token)] })
      : { rows: [] };
    const [row] = rows;
    if (!row) throw new InvalidApiKey('This API key is not valid.');
    const now = this.clock.now();
    const problem = apiKeyProblem(row, now);
    if (problem !== null) throw new InvalidApiKey(problem);
    const { id, kind, name, used_at } = row;
    if (isUseUnrecorded(used_at, now)) await recordUse(this.postgres, 'update api_keys set used_at = $2 where id = $1', id, now);
    return { ...userOf(row, now, this.#rules), session: null, apiKey: { id, kind, name } };
  }

  async #findByAccessToken(token: string): Promise<ViewerContext> {
    const values = [this.secrets.hash(token)];
    const { rows } = await this.postgres.pool.query<GrantViewerRow>({ name: 'access-token', text: FIND_GRANT, values });
    const [row] = rows;
    const now = this.clock.now();
    if (!row || !isAccessTokenAlive(row.issued_at, now)) throw new InvalidApiKey('This access token is not valid, or not any more.');
    const { id, client_name: name, used_at } = row;
    const found = userOf(row, now, this.#rules);
    if (!hasEntitlement(found.viewer, 'api_keys')) throw new PremiumRequired(premiumSentences.api_keys);
    if (isUseUnrecorded(used_at, now)) await recordUse(this.postgres, 'update oauth_grants set used_at = $2 where id = $1', id, now);
    return { ...found, session: null, apiKey: { id, kind: 'personal', name } };
  }
}

const isUseUnrecorded = (usedAt: Date | null, now: Date): boolean =>
  usedAt === null || now.getTime() - usedAt.getTime() > USED_UPDATE_INTERVAL_MS;
