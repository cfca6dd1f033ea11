import { Inject, Injectable, Logger } from '@nestjs/common';
import * as openid from 'openid-client';
import type { ProviderAnswerQuery } from '#domain/auth/single-sign-on/contract';
import { IdentityProvider, type ProvidedIdentity, SignInFailed, type SignInSecrets } from '#domain/auth/single-sign-on/identity-provider';
import { PROVIDER_TIMEOUT_MS } from '#domain/endpoint';
import { HOUR_MS, SECOND_MS } from '#domain/durations';
import { NotFound } from '#domain/errors';
import { CONFIG, type Config } from '#server/config/config';
import { PublicUrl } from '#server/http/public-url';

/** Where the provider sends the browser back to. */
const CALLBACK_PATH = '/api/auth/oidc/callback';

const DISCOVERY_KEPT_MS = HOUR_MS;
const outageCodes: ReadonlySet<unknown> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** Reads what the provider says about itself. Plain HTTP is for a provider on this machine, which the settings check. */
export async function discoverProvider(
  config: Pick<Config, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET'>,
): Promise<openid.Configuration> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = config;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) {
    throw new NotFound('This site has no single sign-on.');
  }
  const timeout = PROVIDER_TIMEOUT_MS / SECOND_MS;
  const execute = OIDC_ISSUER.startsWith('http:') ? [openid.allowInsecureRequests] : [];
  const found = await openid.discovery(new URL(OIDC_ISSUER), OIDC_CLIENT_ID, {}, openid.None(), { execute, timeout });
  const server = found.serverMetadata();
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(OIDC_CLIENT_SECRET)
    : openid.ClientSecretPost(OIDC_CLIENT_SECRET);
  const configuration = new openid.Configuration(server, OIDC_CLIENT_ID, {}, authentication);
  configuration.timeout = timeout;
  for (const enable of execute) enable(configuration);
  // Also verifies the signature of the ID token, beside its issuer, audience, nonce, and lifetime.
  openid.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** The provider at OIDC_ISSUER: authorization code with PKCE. Discovered when it is first needed, and again every hour. */
@Injectable()
export class OpenIdProvider extends IdentityProvider {
  readonly #logger = new Logger('auth');
  #discovered: { readonly configuration: Promise<openid.Configuration>; readonly until: number } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly publicUrl: PublicUrl,
  ) {
    super();
  }

  async signInUrl({ state, nonce, code_verifier }: SignInSecrets, asksAgain: boolean): Promise<string> {
    const url = openid.buildAuthorizationUrl(await this.#discover(), {
      redirect_uri: this.#callbackUrl(),
      scope: 'openid email',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
      // The second one makes the provider say when the person signed in.
      ...(asksAgain ? { prompt: 'login', max_age: '0' } : {}),
    });
    return url.href;
  }

  async identify(answer: ProviderAnswerQuery, { state, nonce, code_verifier }: SignInSecrets): Promise<ProvidedIdentity> {
    const configuration = await this.#discover();
    const url = new URL(this.#callbackUrl());
    for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
    try {
      const checks = { pkceCodeVerifier: code_verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await openid.authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims();
      if (!claims) throw new SignInFailed('failed');
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const details =
        claims['email'] === undefined && hasUserInfo ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
      const { email, email_verified: isVerified } = details as { readonly email?: unknown; readonly email_verified?: unknown };
      const { iss: issuer, sub: subject, auth_time: signedInAt } = claims;
      return {
        issuer,
        subject,
        email: typeof email === 'string' ? email : null,
        is_email_verified: isVerified === true,
        authenticated_at: signedInAt === undefined ? null : new Date(signedInAt * SECOND_MS),
      };
    } catch (error) {
      throw this.#failureOf(error);
    }
  }

  #callbackUrl(): string {
    return `${this.publicUrl.origin}${CALLBACK_PATH}`;
  }

  async #discover(): Promise<openid.Configuration> {
    if (this.#discovered === null || this.#discovered.until < performance.now()) {
      this.#discovered = { configuration: discoverProvider(this.config), until: performance.now() + DISCOVERY_KEPT_MS };
    }
    try {
      return await this.#discovered.configuration;
    } catch (error) {
      this.#discovered = null;
      if (error instanceof NotFound) throw error;
      this.#logger.warn(`single sign-on cannot be reached: ${(error as Error).message}`);
      throw new SignInFailed('unavailable');
    }
  }

  #failureOf(error: unknown): SignInFailed {
    if (error instanceof SignInFailed) return error;
    if (error instanceof openid.AuthorizationResponseError) return new SignInFailed('refused');
    this.#logger.warn(`a sign-in with single sign-on failed: ${(error as Error).message}`);
    const isOutage = error instanceof TypeError || outageCodes.has((error as { readonly code?: unknown }).code);
    return new SignInFailed(isOutage ? 'unavailable' : 'failed');
  }
}
