import { InvalidInput } from '#domain/errors';
import type { Email } from '#domain/mail/email';
import type { EmailContext } from '#domain/mail/emails';

/** Whom a campaign is for. */
export const audiences = ['premium', 'free', 'all'] as const;
export type Audience = (typeof audiences)[number];

/** A marketing letter as its author wrote it. */
export interface CampaignText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** A path of this site the button leads to. */
  readonly action: { readonly label: string; readonly path: string };
}

const HEADER_PATTERN = /^(Subject|Action):\s*(.*)$/i;
const SITE_PATH_PATTERN = /^\/(?![/\\])[\w\-/?=&.%]*$/;

/** The lines `Name: value` a file begins with, and the text after them. */
function parseHeaders(file: string): { readonly heads: ReadonlyMap<string, string>; readonly text: string } {
  const lines = file
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const headers = new Map<string, string>();
  let index = 0;
  for (; index < lines.length; index++) {
    const [, name, value] = HEADER_PATTERN.exec(lines[index] ?? '') ?? [];
    if (name === undefined) break;
    headers.set(name.toLowerCase(), (value ?? '').trim());
  }
  return { heads: headers, text: lines.slice(index).join('\n') };
}

/**
 * Reads a campaign's file: `Subject: …`, optionally `Action: label | /path`, an empty line, then paragraphs between empty lines.
 * Throws `InvalidInput` naming what is wrong.
 */
export function parseCampaign(file: string): CampaignText {
  const { heads: headers, text } = parseHeaders(file);
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const subject = headers.get('subject') ?? '';
  const [label = '', path = ''] = (headers.get('action') ?? 'Open | /').split('|').map((part) => part.trim());
  const faults = [
    ...(subject === '' || subject.length > 200 ? ['Subject must be given on the first line, with at most 200 signs'] : []),
    ...(paragraphs.length === 0 ? ['the text must have at least one paragraph'] : []),
    ...(label !== '' && SITE_PATH_PATTERN.test(path) ? [] : ['Action must be `label | /path` with a path of this site']),
  ];
  if (faults.length > 0) throw new InvalidInput(faults);
  return { subject, paragraphs, action: { label, path } };
}

/** The campaign's letter to one person; every link of it carries that person's referral. */
export function campaignEmail(context: EmailContext, text: CampaignText, referral: string): Email {
  const query = `campaign_referral_id=${referral}`;
  const { label, path } = text.action;
  return {
    kind: 'campaign',
    to: context.to,
    user_id: context.user_id,
    subject: text.subject,
    paragraphs: text.paragraphs,
    action: { label, url: `${context.origin}${path}${path.includes('?') ? '&' : '?'}${query}` },
    unsubscribe: { page: `${context.origin}/unsubscribe?${query}`, oneClick: `${context.origin}/api/unsubscribe?${query}` },
  };
}
