import { Injectable } from '@nestjs/common';
import type { UserActor } from '#domain/audit/acts';
import type { Assistant, AuthorizationQuery, AuthorizationView, TokenAnswer, TokenBody } from '#domain/auth/oauth/contract';
import {
  ACCESS_TOKEN_LIFETIME_MS,
  ClientDocuments,
  codeProblem,
  type Grant,
  hostOf,
  isDocumentAddress,
  isRedirectAllowed,
  MCP_PATH,
  OAUTH_SCOPE,
  type OAuthClient,
  OAuthRefused,
  parseRefreshToken,
  redirectTo,
  refreshProblem,
  refreshTokenOf,
  requestProblem,
  requireComplete,
} from '#domain/auth/oauth/oauth';
import { SecurityLog } from '#domain/auth/security-log';
import { Clock } from '#domain/clock';
import { SECOND_MS } from '#domain/durations';
import { NotFound, NotPossible } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { Grants } from '#server/auth/oauth/typeorm/grants';

const resourceOf = (origin: string): string => `${origin}${MCP_PATH}`;

/** With the issuer, by which clients of several servers tell who answers (RFC 9207). */
const answerUri = (
  { redirect_uri, state }: AuthorizationQuery,
  origin: string,
  answer: Readonly<Record<string, string | undefined>>,
): string => redirectTo(redirect_uri, { ...answer, state, iss: origin });

function errorUriOf(request: AuthorizationQuery, origin: string): string | null {
  const [error, error_description] = requestProblem(request, resourceOf(origin)) ?? [];
  return error ? answerUri(request, origin, { error, error_description }) : null;
}

/** Connects assistants to accounts by OAuth: what they ask for, what the user answers, and their tokens. `origin` is that of this site, the issuer. */
@Injectable()
export class ConnectAssistants {
  constructor(
    private readonly documents: ClientDocuments,
    private readonly grants: Grants,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  /** Returns who asks. Throws `NotPossible` when the client or its redirect_uri is wrong, which must not be answered by a redirect. */
  async view(request: AuthorizationQuery, origin: string): Promise<AuthorizationView> {
    const { name, client_id } = await this.#clientOf(request);
    const { host, isLoopback } = hostOf(request.redirect_uri);
    return { name, host: hostOf(client_id).host, redirect_host: host, is_loopback: isLoopback, error_uri: errorUriOf(request, origin) };
  }

  /**
   * Returns where to send the browser: with a code if the user allows it. Throws as `view` does, and `NotSignedIn` if the session has ended
   * meanwhile.
   */
  async decide(request: AuthorizationQuery, isAllowed: boolean, origin: string, by: UserActor, sessionHash: string): Promise<string> {
    const { name, client_id } = await this.#clientOf(request);
    const errorUri = errorUriOf(request, origin);
    if (errorUri !== null) return errorUri;
    if (!isAllowed) return answerUri(request, origin, { error: 'access_denied' });
    const code = this.secrets.createToken();
    const { redirect_uri, code_challenge = '' } = request;
    const stored = { user_id: by.id, client_id, client_name: name, redirect_uri, code_challenge };
    await this.grants.add({ ...stored, code_hash: this.secrets.hash(code), created_at: this.clock.now() }, by, sessionHash);
    this.securityLog.record({ event: 'assistant-connected', user_id: by.id });
    return answerUri(request, origin, { code });
  }

  /** Returns new tokens for a code or a refresh token. Throws `OAuthRefused`; one that was used before ends the grant. */
  async issue(request: TokenBody, origin: string): Promise<TokenAnswer> {
    requireComplete(request, resourceOf(origin));
    const { code = '', code_verifier = '', refresh_token = '' } = request;
    const now = this.clock.now();
    if (request.grant_type === 'authorization_code') {
      const verifierHash = this.secrets.hash(code_verifier);
      return this.#issueFor({ code_hash: this.secrets.hash(code) }, (grant) => codeProblem(grant, request, verifierHash, now), now);
    }
    const parsed = parseRefreshToken(refresh_token);
    if (!parsed) throw new OAuthRefused('invalid_grant', 'The refresh token is not valid.');
    const refreshHash = this.secrets.hash(parsed.secret);
    return this.#issueFor({ id: parsed.grantId }, (grant) => refreshProblem(grant, request, refreshHash, now), now);
  }

  async listFor(userId: string): Promise<readonly Assistant[]> {
    return (await this.grants.listFor(userId)).map(({ id, client_name, client_id, created_at, used_at }) => ({
      id,
      name: client_name,
      host: hostOf(client_id).host,
      created_at: created_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    }));
  }

  /** Throws `NotFound`. */
  async disconnect(id: string, by: UserActor): Promise<void> {
    if (!(await this.grants.disconnect(id, by, this.clock.now()))) throw new NotFound('There is no such assistant.');
    this.securityLog.record({ event: 'assistant-disconnected', user_id: by.id });
  }

  async #clientOf({ client_id, redirect_uri }: AuthorizationQuery): Promise<OAuthClient> {
    if (!isDocumentAddress(client_id)) throw new NotPossible('The client_id must be the https address of a client metadata document.');
    const client = await this.documents.fetch(client_id);
    if (!isRedirectAllowed(redirect_uri, client.redirect_uris))
      throw new NotPossible(`The address to return to is not one that ${hostOf(client_id).host} names for this assistant.`);
    return client;
  }

  async #issueFor(
    where: { readonly code_hash: string } | { readonly id: string },
    problemOf: (grant: Grant) => string | null,
    now: Date,
  ): Promise<TokenAnswer> {
    const access_token = `ca_${this.secrets.createToken()}`;
    const secret = this.secrets.createToken();
    const hashes = { access_hash: this.secrets.hash(access_token), refresh_hash: this.secrets.hash(secret) };
    const issued = await this.grants.issue(where, problemOf, hashes, now);
    if (!issued) throw new OAuthRefused('invalid_grant', 'The code or refresh token is not valid.');
    const { grant, problem } = issued;
    if (problem !== null) {
      this.securityLog.record({ event: 'assistant-disconnected', user_id: grant.user_id, detail: 'invalid_grant' });
      throw new OAuthRefused('invalid_grant', problem);
    }
    const expires_in = ACCESS_TOKEN_LIFETIME_MS / SECOND_MS;
    return { access_token, token_type: 'Bearer', expires_in, refresh_token: refreshTokenOf(grant.id, secret), scope: OAUTH_SCOPE };
  }
}
