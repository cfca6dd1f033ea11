import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** The claims of a person at the provider. */
export interface OpenIdPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
}

export const openIdClient = { OIDC_CLIENT_ID: 'corklight', OIDC_CLIENT_SECRET: 'a-secret-of-the-tests' } as const;

/** A real OpenID provider on this machine, which signs in the person that `person` names without asking. */
export class OpenIdServer {
  readonly people = new Map<string, OpenIdPerson>();
  person = '';
  /** Whether the provider only says that the person signed in long ago, though it was asked to sign them in again. */
  isStale = false;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(): Promise<OpenIdServer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return new OpenIdServer(issuer, server);
  }

  /** Answers a site with this redirect address. */
  register(redirectUri: string): void {
    const client = { client_secret: openIdClient.OIDC_CLIENT_SECRET, redirect_uris: [redirectUri] };
    const provider = new Provider(this.issuer, {
      clients: [
        { ...client, client_id: openIdClient.OIDC_CLIENT_ID },
        { ...client, client_id: 'another-site' },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, id) => ({ accountId: id, claims: () => Promise.resolve({ sub: id, ...this.people.get(id) }) }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    });
    const answer = provider.callback();
    const interact = async (request: IncomingMessage, response: ServerResponse) => {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      if (prompt.name === 'login')
        return provider.interactionFinished(request, response, {
          login: { accountId: this.person, ...(this.isStale ? { ts: Math.floor(Date.now() / 1000) - 3600 } : {}) },
        });
      const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
      grant.addOIDCScope('openid email');
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      );
    };
    this.server.on(
      'request',
      (request, response) => void (request.url?.startsWith('/interaction/') ? interact(request, response) : answer(request, response)),
    );
  }

  /** Signs this person in at an address of the provider, and returns the path and query that it sends the browser back to. */
  async signIn(person: string, address: string): Promise<string> {
    this.person = person;
    const jar = new Map<string, string>();
    let at = address;
    for (let hop = 0; hop < 8; hop++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        jar.set(name, value);
      }
      const to = new URL(response.headers.get('location') ?? '', at);
      if (to.pathname === '/api/auth/oidc/callback') return to.pathname + to.search;
      at = to.href;
    }
    throw new Error(`the provider stays at ${at}`);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
