import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { contentSecurityPolicy } from '#server/http/security-headers';
import { consentPage } from '#server/linked-accounts/sandbox/consent-page';
import { SANDBOX_CONSENT_PATH, type SandboxPlatform } from '#server/linked-accounts/sandbox/platform';

/** The path the platform redirects back to. */
const RETURN_PATH = '/oauth2/pinterest';

const stateText = z.string().regex(/^[\w-]{1,200}$/);
const ConsentQuery = z.object({ state: stateText });
const ConsentDecision = z.object({
  state: stateText,
  decision: z.enum(['allow', 'deny']),
  account: z.string().default(''),
  other: z.string().default(''),
});
const ACCOUNT_NAME_PATTERN = /^\w{3,30}$/;

interface Sandbox {
  readonly platform: SandboxPlatform;
  readonly printedAddress: PrintedAddress;
  readonly brand: string;
}

/**
 * Serves the sandbox's consent page, to browsers of this machine that have opened the printed address. `POST` redirects back with a code, or
 * with `error=access_denied`.
 */
export function serveSandboxConsent(fastify: FastifyInstance, { platform, printedAddress, brand }: Sandbox): void {
  const sendConsentPage = (reply: FastifyReply, state: string, errorMessage?: string) => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .code(errorMessage === undefined ? 200 : 400)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'referrer-policy': 'no-referrer',
        'content-security-policy': contentSecurityPolicy(nonce, []),
      })
      .send(consentPage({ brand, state, nonce, errorMessage }));
  };
  const sendBadRequest = (reply: FastifyReply) => reply.code(400).type('text/plain; charset=utf-8').send('Start on your dashboard.\n');

  fastify.get(SANDBOX_CONSENT_PATH, async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
    const { data } = ConsentQuery.safeParse(request.query);
    return data ? sendConsentPage(reply, data.state) : sendBadRequest(reply);
  });
  fastify.post(SANDBOX_CONSENT_PATH, async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
    const { data } = ConsentDecision.safeParse(request.body);
    if (!data) return sendBadRequest(reply);
    const redirectBack = (result: Readonly<Record<string, string>>) =>
      reply.redirect(`${RETURN_PATH}?${new URLSearchParams({ ...result, state: data.state }).toString()}`, 303);
    if (data.decision === 'deny') return redirectBack({ error: 'access_denied' });
    const name = data.other.trim().replace(/^@/, '') || data.account;
    if (!ACCOUNT_NAME_PATTERN.test(name)) return sendConsentPage(reply, data.state, 'Use 3 to 30 letters, digits or _.');
    return redirectBack({ code: platform.issueCode(name) });
  });
}
