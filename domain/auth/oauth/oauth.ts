import type { AuthorizationQuery, TokenBody } from '#domain/auth/oauth/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations';
import { InvalidInput } from '#domain/errors';

/** The global URL class: every runtime has it, but the domain compiles without DOM and Node types. */
declare const URL: {
  new (address: string): {
    readonly protocol: string;
    readonly host: string;
    readonly hostname: string;
    readonly pathname: string;
    readonly hash: string;
    readonly username: string;
    readonly password: string;
    readonly href: string;
    port: string;
    readonly searchParams: { set(name: string, value: string): void };
  };
  canParse(address: string): boolean;
};

/** Where assistants connect to, by the Model Context Protocol over HTTP: the only resource that access tokens are for. */
export const MCP_PATH = '/mcp';
/** The only scope: to read what personal API keys read. */
export const OAUTH_SCOPE = 'read';

const CODE_LIFETIME_MS = MINUTE_MS;
export const ACCESS_TOKEN_LIFETIME_MS = HOUR_MS;
/** A refresh token that is not used for this long ends the grant. */
const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY_MS;

/** An OAuth client, as its metadata document describes it. */
export interface OAuthClient {
  /** The address of the document. */
  readonly client_id: string;
  readonly name: string;
  readonly redirect_uris: readonly string[];
}

/** The client metadata documents of the web: client_id is the address of one. */
export abstract class ClientDocuments {
  /** Returns the client that a document describes. Throws `NotPossible` with the reason when it cannot be used. */
  abstract fetch(clientId: string): Promise<OAuthClient>;
}

/** The error codes that we send (RFC 6749, 4.1.2.1 and 5.2; RFC 8707, 2). */
type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal of the token endpoint, whose body is that of RFC 6749, 5.2, with the fields of our other errors. */
export class OAuthRefused extends InvalidInput {
  constructor(
    override readonly code: OAuthErrorCode,
    description: string,
  ) {
    super([description]);
  }

  override get fields() {
    return { error: this.code, error_description: this.message };
  }
}

/** Whether a client_id is the address of a document that may be fetched: https, a host name, a path, and nothing that is written in two ways. */
export function isDocumentAddress(clientId: string): boolean {
  if (!URL.canParse(clientId)) return false;
  const { protocol, hostname, pathname, hash, username, password, href } = new URL(clientId);
  const isHostName = !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname);
  return protocol === 'https:' && isHostName && pathname !== '/' && `${hash}${username}${password}` === '' && href === clientId;
}

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** The host of an address, and whether it is the machine of the user. */
export const hostOf = (address: string) => {
  const { host, hostname } = new URL(address);
  return { host, isLoopback: loopbackHosts.has(hostname) };
};

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = '';
  return url.href;
}

/** Whether a client may be answered at an address: one that it registered exactly, by https, or by http on the user's machine at any port (RFC 8252, 7.3). */
export function isRedirectAllowed(redirectUri: string, registered: readonly string[]): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const { protocol, hostname, hash, username, password } = new URL(redirectUri);
  if (`${hash}${username}${password}` !== '') return false;
  if (protocol === 'https:') return registered.includes(redirectUri);
  if (protocol !== 'http:' || !loopbackHosts.has(hostname)) return false;
  return registered.some((one) => URL.canParse(one) && withoutPort(one) === withoutPort(redirectUri));
}

/** The address that answers a client, with the parameters of the answer. */
export function redirectTo(redirectUri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

const isResource = (given: string, resource: string): boolean => URL.canParse(given) && new URL(given).href === resource;

/** Why the request of a known client is refused, as an error of OAuth; null if it is not. */
export function requestProblem(request: AuthorizationQuery, resource: string): readonly [OAuthErrorCode, string] | null {
  const { response_type, code_challenge = '', code_challenge_method, scope, resource: given = '' } = request;
  if (response_type !== 'code') return ['unsupported_response_type', 'response_type must be code.'];
  if (code_challenge_method !== 'S256') return ['invalid_request', 'code_challenge_method must be S256.'];
  if (!/^[\w-]{43}$/.test(code_challenge)) return ['invalid_request', 'code_challenge must be a SHA-256 in base64url.'];
  if (scope !== undefined && !scope.split(' ').includes(OAUTH_SCOPE)) return ['invalid_scope', `scope must contain ${OAUTH_SCOPE}.`];
  return isResource(given, resource) ? null : ['invalid_target', `resource must be ${resource}.`];
}

/** What a user has granted to a client, with the hashes of its code and of its current tokens: null before the code is redeemed. */
export interface Grant {
  readonly id: string;
  readonly user_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly created_at: Date;
  readonly access_hash: string | null;
  readonly refresh_hash: string | null;
  readonly issued_at: Date | null;
}

/** Throws `OAuthRefused` when a token request lacks something, before anything is looked up. */
export function requireComplete(request: TokenBody, resource: string): void {
  const needed = { authorization_code: ['code', 'redirect_uri', 'code_verifier'], refresh_token: ['refresh_token'] } as const;
  const { grant_type = '', resource: given } = request;
  if (!Object.hasOwn(needed, grant_type))
    throw new OAuthRefused('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  const missing = (['client_id', ...needed[grant_type as keyof typeof needed]] as const).find((name) => !request[name]);
  if (missing) throw new OAuthRefused('invalid_request', `${missing} is missing.`);
  if (given !== undefined && !isResource(given, resource)) throw new OAuthRefused('invalid_target', `resource must be ${resource}.`);
}

const isPast = (from: Date, lifetimeMs: number, now: Date): boolean => from.getTime() + lifetimeMs <= now.getTime();

/** Why a code gives no tokens; null if it does. `verifierHash` is the SHA-256 of the verifier in base64url (RFC 7636, 4.6). */
export function codeProblem(grant: Grant, request: TokenBody, verifierHash: string, now: Date): string | null {
  if (grant.access_hash !== null) return 'The code was used before.';
  if (isPast(grant.created_at, CODE_LIFETIME_MS, now)) return 'The code has expired.';
  if (grant.client_id !== request.client_id) return 'The code is for another client.';
  if (grant.redirect_uri !== request.redirect_uri) return 'redirect_uri is not that of the code.';
  return grant.code_challenge === verifierHash ? null : 'code_verifier does not match.';
}

/** Why a refresh token gives no new tokens; null if it does. `refreshHash` is the hash of its secret. */
export function refreshProblem(grant: Grant, request: TokenBody, refreshHash: string, now: Date): string | null {
  if (grant.refresh_hash !== refreshHash) return 'The refresh token was used before.';
  if (grant.issued_at === null || isPast(grant.issued_at, REFRESH_TOKEN_LIFETIME_MS, now)) return 'The refresh token has expired.';
  return grant.client_id === request.client_id ? null : 'The refresh token is for another client.';
}

/** Whether the access token that was issued at this time is accepted. */
export const isAccessTokenAlive = (issuedAt: Date, now: Date): boolean => !isPast(issuedAt, ACCESS_TOKEN_LIFETIME_MS, now);

/** Whether a bearer token has the form of an access token, so that others cost no query. */
export const isAccessToken = (token: string): boolean => /^ca_[\w-]{43}$/.test(token);

/** The text of a refresh token: the id of its grant, by which an old one is recognized, and a secret. */
export const refreshTokenOf = (grantId: string, secret: string): string => `cr_${grantId}_${secret}`;

/** The parts of a refresh token; null for other texts. */
export function parseRefreshToken(token: string): { readonly grantId: string; readonly secret: string } | null {
  const [, grantId, secret] = /^cr_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_([\w-]{43})$/.exec(token) ?? [];
  return grantId === undefined || secret === undefined ? null : { grantId, secret };
}

/** How long a document may be used again, by the Cache-Control header of its response: a day at most. */
export function documentCacheMs(cacheControl = ''): number {
  const [, seconds = '0'] = /\bmax-age=(\d+)/i.exec(cacheControl) ?? [];
  return /no-store|no-cache/i.test(cacheControl) ? 0 : Math.min(Number(seconds) * SECOND_MS, DAY_MS);
}
