import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { EmailPage } from '#emails/email-page';
import type { Email } from '#domain/mail/email';
import type { RenderedEmail } from '#domain/mail/mailer';

/** The letter for programs that show plain text. */
export function emailText(email: Email, brand: string): string {
  return [
    brand,
    ...email.paragraphs,
    ...(email.action ? [`${email.action.label}:\n${email.action.url}`] : []),
    ...(email.code === undefined ? [] : [`Or type this code: ${email.code}`]),
    ...(email.after ?? []),
    ...(email.unsubscribe ? [`No more marketing letters: ${email.unsubscribe.page}`] : []),
  ].join('\n\n');
}

/** RFC 8058: mail programs offer one click to end marketing letters. */
const unsubscribeHeaders = ({ unsubscribe }: Email): Record<string, string> =>
  unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' }
    : { 'Auto-Submitted': 'auto-generated' };

/** Gives a letter its look: HTML and text. */
export function renderEmail(id: number, email: Email, brand: string): RenderedEmail {
  return {
    id,
    to: email.to,
    subject: email.subject,
    html: `<!doctype html>${renderToStaticMarkup(createElement(EmailPage, { email, brand }))}`,
    text: emailText(email, brand),
    headers: unsubscribeHeaders(email),
  };
}
