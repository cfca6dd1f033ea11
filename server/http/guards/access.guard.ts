import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { apiKeyRefusal, containsApiKey } from '#domain/auth/api-keys/api-keys';
import { isAccessToken, MCP_PATH } from '#domain/auth/oauth/oauth';
import { anonymousContext, isAdmin, type ViewerContext, Viewers } from '#domain/auth/viewer';
import type { Endpoint } from '#domain/endpoint';
import { Forbidden, InvalidApiKey, NotSignedIn } from '#domain/errors';
import { Secrets } from '#domain/secrets';
import { bearerTokenOf, MCP_SIGNATURE_HEADER } from '#server/http/guards/api-key';
import { BrowserSession } from '#server/http/guards/cookies';
import { clientIpOf } from '#server/http/guards/client-ip';
import { RefusalLog } from '#server/http/limits/refusal-log';
import { servedRouteOf } from '#server/http/served-route';

/** A request with the identity that the guard found, and with its check, to be repeated once a long body has arrived. */
export type IdentifiedRequest = FastifyRequest & { identity: ViewerContext; checkAccess: () => Promise<void> };

/** Why an endpoint refuses a viewer; null if it does not. */
function refusalOf(endpoint: Endpoint, { viewer, apiKey }: ViewerContext): NotSignedIn | Forbidden | null {
  const { access } = endpoint;
  if (apiKey) return apiKeyRefusal(endpoint, apiKey.kind, isAdmin(viewer));
  if (access === 'anyone' || access === 'outside') return null;
  if (viewer.kind === 'anonymous') return new NotSignedIn();
  return access !== 'signed-in' && !isAdmin(viewer) ? new Forbidden() : null;
}

/** Identifies the viewer and enforces the endpoint's access. Routes without an endpoint record in `domain/api.ts` are refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly viewers: Viewers,
    private readonly browserSession: BrowserSession,
    private readonly refusalLog: RefusalLog,
    private readonly secrets: Secrets,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    request.checkAccess = () => this.#check(request);
    await request.checkAccess();
    return true;
  }

  async #check(request: IdentifiedRequest): Promise<void> {
    const { name, endpoint } = servedRouteOf(request);
    if (!endpoint) throw new Forbidden();
    const identity = await this.#identify(request, endpoint).catch((error: unknown) => {
      if (error instanceof InvalidApiKey) this.#record(request, name, anonymousContext);
      throw error;
    });
    request.identity = identity;
    const refusal = refusalOf(endpoint, identity);
    if (refusal) {
      this.#record(request, name, identity);
      throw refusal;
    }
  }

  #identify(request: IdentifiedRequest, { access }: Endpoint): Promise<ViewerContext> {
    if (access === 'outside') return Promise.resolve(anonymousContext);
    const token = bearerTokenOf(request);
    if (token === undefined && containsApiKey(request.headers.authorization ?? ''))
      return Promise.reject(new InvalidApiKey('Send the API key behind “Bearer”: `Authorization: Bearer ck_…`.'));
    if (token === undefined) return this.viewers.findBySessionToken(this.browserSession.readToken(request));
    const signature = request.headers[MCP_SIGNATURE_HEADER];
    if (isAccessToken(token) && (typeof signature !== 'string' || !this.secrets.isSigned('mcp', token, signature)))
      return Promise.reject(new InvalidApiKey(`Access tokens work at ${MCP_PATH} only.`));
    return this.viewers.findByKey(token);
  }

  #record(request: IdentifiedRequest, detail: string, { user }: ViewerContext): void {
    this.refusalLog.record({ event: 'access-refused', detail, clientIp: clientIpOf(request.ip), user_id: user?.id ?? null });
  }
}
