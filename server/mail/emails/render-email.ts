import { Inject, Injectable } from '@nestjs/common';
import { type Email, type EmailTableRow, unsubscribeReason, withUnsealedCode } from '#domain/mail/email';
import type { RenderedEmail } from '#domain/mail/mailer';
import { Secrets } from '#domain/secrets';
import { lightColor } from '#domain/site/colors';
import { CONFIG, type Config } from '#server/config/config';
import { markup, type Markup } from '#server/http/styled-page';

const fonts = '-apple-system, Segoe UI, Roboto, Arial, sans-serif';
const cell = `border-top: 1px solid ${lightColor('border')}; vertical-align: middle`;

// Mail clients support few styles, and only inline ones.
const styles = {
  body: `margin: 0; padding: 24px 16px; background: ${lightColor('bg')}; color: ${lightColor('text')}; font: 16px/24px ${fonts}`,
  card: `max-width: 560px; margin: 0 auto; padding: 24px; background: ${lightColor('surface')}; border: 1px solid ${lightColor('border')}; border-radius: 10px`,
  brand: `margin: 0 0 16px; font: 700 18px/28px ${fonts}; color: ${lightColor('primary')}`,
  button: `display: inline-block; padding: 10px 16px; background: ${lightColor('primary')}; color: ${lightColor('on-primary')}; border-radius: 6px; text-decoration: none; font-weight: 600`,
  code: `display: inline-block; padding: 8px 12px; background: ${lightColor('raised')}; border-radius: 6px; font: 16px/24px ui-monospace, Menlo, Consolas, monospace; word-break: break-all`,
  table: 'width: 100%; border-collapse: collapse',
  cell: `padding: 8px 8px 8px 0; ${cell}; text-align: left`,
  figure: `padding: 8px 0; ${cell}; text-align: right; white-space: nowrap`,
  picture: `display: block; width: 40px; height: 40px; border-radius: 6px; object-fit: cover; background: ${lightColor('raised')}`,
  link: `color: ${lightColor('primary')}; font-weight: 600; overflow-wrap: anywhere`,
  small: `margin: 16px 0 0; color: ${lightColor('muted')}; font-size: 14px; line-height: 20px`,
} as const;

/** An entity with its picture and figures. The picture is decoration: the title beside it says what it is. */
const tableRow = ({ title, url, image, value, change }: EmailTableRow): Markup => markup`<tr>
<td style="${styles.cell}; width: 48px">${image !== null && markup`<img src="${image}" alt="" width="40" height="40" style="${styles.picture}">`}</td>
<td style="${styles.cell}"><a href="${url}" dir="auto" style="${styles.link}">${title}</a></td>
<td style="${styles.figure}">${change !== '' && markup`<strong>${change}</strong><br>`}<span style="color: ${lightColor('muted')}; font-size: 14px">${value}</span></td>
</tr>`;

/** The body of an email, without the page around it. */
export const emailBody = (email: Email, brand: string): Markup => markup`<div style="${styles.card}">
<p style="${styles.brand}">${brand}</p>
${email.paragraphs.map((paragraph) => markup`<p>${paragraph}</p>`)}
${email.rows && markup`<table style="${styles.table}" role="presentation"><tbody>${email.rows.map(tableRow)}</tbody></table>`}
${email.action && markup`<p style="margin: 24px 0"><a href="${email.action.url}" style="${styles.button}">${email.action.label}</a></p>`}
${email.code !== undefined && markup`<p>Or enter this code: <span style="${styles.code}">${email.code}</span></p>`}
${email.after?.map((sentence) => markup`<p style="${styles.small}">${sentence}</p>`)}
${email.unsubscribe && markup`<p style="${styles.small}">You’re receiving this because ${unsubscribeReason(email, brand)}. <a href="${email.unsubscribe.page}">Unsubscribe</a></p>`}
</div>`;

const emailPage = (email: Email, brand: string): Markup => markup`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${email.subject}</title></head>
<body style="${styles.body}">${emailBody(email, brand)}</body>
</html>`;

function emailText(email: Email, brand: string): string {
  return [
    brand,
    ...email.paragraphs,
    ...(email.rows ?? []).map(({ title, url, value, change }) => `${title}: ${change === '' ? '' : `${change}, `}${value}\n${url}`),
    ...(email.action ? [`${email.action.label}:\n${email.action.url}`] : []),
    ...(email.code === undefined ? [] : [`Or enter this code: ${email.code}`]),
    ...(email.after ?? []),
    ...(email.unsubscribe
      ? [`You're receiving this because ${unsubscribeReason(email, brand)}. Unsubscribe: ${email.unsubscribe.page}`]
      : []),
  ].join('\n\n');
}

/** One-click unsubscribe for mail clients (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: Email): Record<string, string> =>
  unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' }
    : { 'Auto-Submitted': 'auto-generated' };

/** Renders emails as HTML and plain text, under the site's brand. */
@Injectable()
export class EmailRenderer {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'BRAND_NAME'>,
    private readonly secrets: Secrets,
  ) {}

  render(id: number, queued: Email): RenderedEmail {
    const email = withUnsealedCode(queued, (sealed) => this.secrets.unseal(sealed));
    const brand = this.config.BRAND_NAME;
    return {
      id,
      to: email.to,
      subject: email.subject,
      html: emailPage(email, brand).html,
      text: emailText(email, brand),
      headers: unsubscribeHeaders(email),
    };
  }
}
