import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isLoopback, clientIpOf } from '#server/http/guards/client-ip';
import { type CapturedEmail, CapturedEmailPage, CapturedMailPage } from '#emails/captured-mail-page';

const MAX_CAPTURED_EMAILS = 200;

/** Letters carry their styles on their elements, so the page of one letter permits those; nothing here runs scripts. */
const contentSecurityPolicy = (nonce: string, allowsInlineStyles: boolean) =>
  [
    `default-src 'none'`,
    allowsInlineStyles ? `style-src 'unsafe-inline'` : `style-src 'nonce-${nonce}'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

function sendPage(reply: FastifyReply, nonce: string, allowsInlineStyles: boolean, page: ReactElement) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': contentSecurityPolicy(nonce, allowsInlineStyles),
    })
    .send(`<!doctype html>${renderToStaticMarkup(page)}`);
}

/** The local mailbox at `/dev/mail`; served only where no mail server is set up and the sandbox is allowed, and to this machine alone. */
export function serveCapturedMail(fastify: FastifyInstance, pool: Pool, brand: string): void {
  const findEmails = async (id: number | null) => {
    const { rows } = await pool.query<{ id: number; content: CapturedEmail['email']; created_at: Date }>(
      `select id, content, created_at from letters where content is not null and ($1::integer is null or id = $1) order by id desc limit ${MAX_CAPTURED_EMAILS}`,
      [id],
    );
    return rows.map(({ content, ...rest }) => ({ ...rest, email: content }));
  };
  fastify.get('/dev/mail', async (request, reply) => {
    if (!isLoopback(clientIpOf(request.ip))) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return sendPage(reply, nonce, false, createElement(CapturedMailPage, { emails: await findEmails(null), brand, nonce }));
  });
  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    if (!isLoopback(clientIpOf(request.ip))) return reply.callNotFound();
    const id = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const [captured] = await findEmails(id);
    if (!captured) return reply.redirect('/dev/mail');
    const nonce = randomBytes(16).toString('base64');
    return sendPage(reply, nonce, true, createElement(CapturedEmailPage, { captured, brand, nonce }));
  });
}
