import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isThisMachine, networkOf } from '#server/http/network';
import { type CaughtLetter, CaughtLetterPage, MailboxPage } from '#letters/mailbox-page';

const MOST = 200;

/** Letters carry their styles on their elements, so the page of one letter permits those; nothing here runs scripts. */
const policy = (nonce: string, inline: boolean) =>
  [
    `default-src 'none'`,
    inline ? `style-src 'unsafe-inline'` : `style-src 'nonce-${nonce}'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

function sendPage(reply: FastifyReply, nonce: string, inline: boolean, page: ReactElement) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': policy(nonce, inline),
    })
    .send(`<!doctype html>${renderToStaticMarkup(page)}`);
}

/** The local mailbox at `/dev/mail`; served only where no mail server is set up and the sandbox is allowed, and to this machine alone. */
export function serveDevMailbox(fastify: FastifyInstance, pool: Pool, brand: string): void {
  const find = async (id: number | null) => {
    const { rows } = await pool.query<{ id: number; content: CaughtLetter['letter']; created_at: Date }>(
      `select id, content, created_at from letters where content is not null and ($1::integer is null or id = $1) order by id desc limit ${MOST}`,
      [id],
    );
    return rows.map(({ content, ...rest }) => ({ ...rest, letter: content }));
  };
  fastify.get('/dev/mail', async (request, reply) => {
    if (!isThisMachine(networkOf(request.ip))) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return sendPage(reply, nonce, false, createElement(MailboxPage, { letters: await find(null), brand, nonce }));
  });
  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    if (!isThisMachine(networkOf(request.ip))) return reply.callNotFound();
    const id = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const [caught] = await find(id);
    if (!caught) return reply.redirect('/dev/mail');
    const nonce = randomBytes(16).toString('base64');
    return sendPage(reply, nonce, true, createElement(CaughtLetterPage, { caught, brand, nonce }));
  });
}
