import type { FastifyInstance } from 'fastify';
import { withUnsealedCode } from '#domain/mail/email';
import type { Secrets } from '#domain/secrets';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { type Markup, markup, sendStyledPage, styledPage } from '#server/http/styled-page';
import { emailBody } from '#server/mail/emails/render-email';
import type { CapturedEmail, EmailOutbox } from '#server/mail/typeorm/email-outbox';

const MAX_LISTED_EMAILS = 200;

const mailPage = (brand: string, title: string, content: Markup, policy = {}) =>
  styledPage({
    title,
    brand,
    policy,
    style: `table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: 8px 8px 8px 0; border-bottom: 1px solid var(--border); vertical-align: top; }
th { color: var(--muted); font-size: 14px; }
.email { padding: 16px; background: var(--surface); border: 1px solid var(--border); border-radius: 10px; }`,
    body: markup`<main class="sheet">${content}</main>`,
  });

const formattedTime = (at: Date) =>
  markup`<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

const listedEmail = ({ id, email, created_at }: CapturedEmail) =>
  markup`<tr><td><a href="/dev/mail/${id}">${email.subject}</a></td><td class="caption">${email.to}</td><td class="caption">${formattedTime(created_at)}</td></tr>`;

/** The list of captured emails, newest first. */
const listPage = (brand: string, emails: readonly CapturedEmail[]) =>
  mailPage(
    brand,
    `Captured mail · ${brand}`,
    markup`<h1>Captured mail</h1>
<p class="note">No mail server is set up, so emails are kept here. Set SMTP_URL to send them.</p>
${
  emails.length === 0
    ? markup`<p>No emails yet.</p>`
    : markup`<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Sent</th></tr></thead>
<tbody>${emails.map(listedEmail)}</tbody></table>`
}`,
  );

/** One captured email as its reader sees it, with the inline styles and pictures that emails need. */
const emailPage = (brand: string, { email, created_at }: CapturedEmail) =>
  mailPage(
    brand,
    `${email.subject} · Captured mail`,
    markup`<p><a href="/dev/mail">All captured mail</a></p>
<h1>${email.subject}</h1>
<p class="caption">To ${email.to}, ${formattedTime(created_at)}</p>
<div class="email">${emailBody(email, brand)}</div>`,
    { 'style-src': `'unsafe-inline'`, 'img-src': `'self' https:` },
  );

interface CapturedMail {
  readonly outbox: EmailOutbox;
  readonly secrets: Secrets;
  readonly printedAddress: PrintedAddress;
  readonly brand: string;
}

const headers = { 'referrer-policy': 'no-referrer' };

/** Serves captured mail at `/dev/mail`, to browsers of this machine that have opened the printed address. */
export function serveCapturedMail(fastify: FastifyInstance, { outbox, secrets, printedAddress, brand }: CapturedMail): void {
  fastify.get('/dev/mail', async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return printedAddress.refuse(request, reply, brand);
    return sendStyledPage(reply, listPage(brand, await outbox.listCaptured(MAX_LISTED_EMAILS)), headers);
  });
  fastify.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return printedAddress.refuse(request, reply, brand);
    const id = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
    const captured = await outbox.findCaptured(id);
    if (!captured) return reply.redirect('/dev/mail');
    const email = withUnsealedCode(captured.email, (sealed) => secrets.unseal(sealed));
    return sendStyledPage(reply, emailPage(brand, { ...captured, email }), headers);
  });
}
