import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { contentPolicy } from '#server/http/security-headers';
import { consentPage } from '#server/linked-accounts/sandbox-page';
import { SANDBOX_CONSENT, type SandboxPlatform } from '#server/linked-accounts/sandbox-platform';

/** Where the platform sends browsers back to. */
const RETURN = '/oauth2/pinterest';

const state = z.string().regex(/^[\w-]{1,200}$/);
const Asked = z.object({ state });
const Decision = z.object({ state, decision: z.enum(['allow', 'deny']), account: z.string().default(''), other: z.string().default('') });
const NAME = /^\w{3,30}$/;

/** The sandbox's consent page: `GET` shows it, `POST` decides and sends the browser back with a code, or with `error=access_denied`. */
export function serveSandboxConsent(fastify: FastifyInstance, platform: SandboxPlatform, brand: string): void {
  const show = (reply: FastifyReply, state: string, fault?: string) => {
    const nonce = randomBytes(16).toString('base64');
    const page = consentPage({ brand, action: SANDBOX_CONSENT, state, nonce, ...(fault === undefined ? {} : { fault }) });
    return reply
      .code(fault === undefined ? 200 : 400)
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': contentPolicy(nonce),
      })
      .send(page);
  };
  const astray = (reply: FastifyReply) => reply.code(400).type('text/plain; charset=utf-8').send('Begin on your dashboard.\n');

  fastify.get(SANDBOX_CONSENT, async (request, reply) => {
    const { data } = Asked.safeParse(request.query);
    return data ? show(reply, data.state) : astray(reply);
  });
  fastify.post(SANDBOX_CONSENT, async (request, reply) => {
    const { data } = Decision.safeParse(request.body);
    if (!data) return astray(reply);
    const back = (answer: Readonly<Record<string, string>>) =>
      reply
        .header('cache-control', 'no-store')
        .redirect(`${RETURN}?${new URLSearchParams({ ...answer, state: data.state }).toString()}`, 303);
    if (data.decision === 'deny') return back({ error: 'access_denied' });
    const name = data.other.trim().replace(/^@/, '') || data.account;
    if (!NAME.test(name)) return show(reply, data.state, 'A name has 3 to 30 letters, digits or _.');
    return back({ code: platform.code(name) });
  });
}
