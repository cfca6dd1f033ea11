import { Inject, Injectable } from '@nestjs/common';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EmailPage } from '#emails/email-page';
import { type Email, unsubscribeReason, withUnsealedCode } from '#domain/mail/email';
import type { RenderedEmail } from '#domain/mail/mailer';
import { Secrets } from '#domain/secrets';
import { CONFIG, type Config } from '#server/config/config';

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
      html: `<!doctype html>${renderToStaticMarkup(createElement(EmailPage, { email, brand }))}`,
      text: emailText(email, brand),
      headers: unsubscribeHeaders(email),
    };
  }
}
