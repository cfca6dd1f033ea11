import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LetterPage } from '#letters/letter-page';
import type { Letter } from '#domain/mail/letter';
import type { RenderedLetter } from '#domain/mail/mailer';

/** The letter for programs that show plain text. */
export function letterText(letter: Letter, brand: string): string {
  return [
    brand,
    ...letter.paragraphs,
    ...(letter.action ? [`${letter.action.label}:\n${letter.action.url}`] : []),
    ...(letter.code === undefined ? [] : [`Or type this code: ${letter.code}`]),
    ...(letter.after ?? []),
    ...(letter.unsubscribe ? [`No more marketing letters: ${letter.unsubscribe.page}`] : []),
  ].join('\n\n');
}

/** RFC 8058: mail programs offer one click to end marketing letters. */
const unsubscribeHeaders = ({ unsubscribe }: Letter): Record<string, string> =>
  unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click', Precedence: 'bulk' }
    : { 'Auto-Submitted': 'auto-generated' };

/** Gives a letter its look: HTML and text. */
export function renderLetter(id: number, letter: Letter, brand: string): RenderedLetter {
  return {
    id,
    to: letter.to,
    subject: letter.subject,
    html: `<!doctype html>${renderToStaticMarkup(createElement(LetterPage, { letter, brand }))}`,
    text: letterText(letter, brand),
    headers: unsubscribeHeaders(letter),
  };
}
