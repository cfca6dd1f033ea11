import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { withUnsealedCode } from '#domain/mail/email';
import type { Secrets } from '#domain/secrets';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import type { TypeormEmailOutbox } from '#server/mail/typeorm/email-outbox';
import { CapturedEmailPage, CapturedMailPage } from '#emails/captured-mail-page';

const MAX_LISTED_EMAILS = 200;

/** The page of one email allows inline styles and pictures, which emails need. No page runs scripts. */
const contentSecurityPolicy = (nonce: string, isEmail: boolean) =>
  [
    `default-src 'none'`,
    ...(isEmail ? [`style-src 'unsafe-inline'`, `img-src 'self' https:`] : [`style-src 'nonce-${nonce}'`]),
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');

function sendPage(reply: FastifyReply, nonce: string, isEmail: boolean, page: ReactElement) {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'content-security-policy': contentSecurityPolicy(nonce, isEmail),
    })
    .send(`<!doctype html>${renderToStaticMarkup(page)}`);
}

interface CapturedMail {
  readonly outbox: TypeormEmailOutbox;
  readonly secrets: Secrets;
  readonly printedAddress: PrintedAddress;
  readonly brand: string;
}

/** Serves captured mail at `/dev/mail`, to browsers of this machine that have opened the printed address. */
export function serveCapturedMail(fastify: FastifyInstance, { outbox, secrets, printedAddress, brand }: CapturedMail): void {
  fastify.get('/dev/mail', async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    const emails = await outbox.listCaptured(MAX_LISTED_EMAILS);
    return sendPage(reply, nonce, false, createElement(CapturedMailPage, { emails, brand, nonce }));
  });
  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
    const id = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const captured = await outbox.findCaptured(id);
    if (!captured) return reply.redirect('/dev/mail');
    const nonce = randomBytes(16).toString('base64');
    const email = withUnsealedCode(captured.email, (sealed) => secrets.unseal(sealed));
    return sendPage(reply, nonce, true, createElement(CapturedEmailPage, { captured: { ...captured, email }, brand, nonce }));
  });
}
