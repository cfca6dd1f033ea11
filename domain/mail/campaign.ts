import { InvalidInput } from '#domain/errors';
import type { Letter } from '#domain/mail/letter';
import type { Correspondence } from '#domain/mail/letters';

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

const HEAD = /^(Subject|Action):\s*(.*)$/i;
const PATH = /^\/(?![/\\])[\w\-/?=&.%]*$/;

/** The lines `Name: value` a file begins with, and the text after them. */
function headsOf(file: string): { readonly heads: ReadonlyMap<string, string>; readonly text: string } {
  const lines = file
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split('\n');
  const heads = new Map<string, string>();
  let at = 0;
  for (; at < lines.length; at++) {
    const [, name, value] = HEAD.exec(lines[at] ?? '') ?? [];
    if (name === undefined) break;
    heads.set(name.toLowerCase(), (value ?? '').trim());
  }
  return { heads, text: lines.slice(at).join('\n') };
}

/**
 * Reads a campaign's file: `Subject: …`, optionally `Action: label | /path`, an empty line, then paragraphs between empty lines.
 * Throws `InvalidInput` naming what is wrong.
 */
export function parseCampaign(file: string): CampaignText {
  const { heads, text } = headsOf(file);
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const subject = heads.get('subject') ?? '';
  const [label = '', path = ''] = (heads.get('action') ?? 'Open | /').split('|').map((part) => part.trim());
  const faults = [
    ...(subject === '' || subject.length > 200 ? ['Subject must be given on the first line, with at most 200 signs'] : []),
    ...(paragraphs.length === 0 ? ['the text must have at least one paragraph'] : []),
    ...(label !== '' && PATH.test(path) ? [] : ['Action must be `label | /path` with a path of this site']),
  ];
  if (faults.length > 0) throw new InvalidInput(faults);
  return { subject, paragraphs, action: { label, path } };
}

/** The campaign's letter to one person; every link of it carries that person's referral. */
export function campaignLetter(about: Correspondence, text: CampaignText, referral: string): Letter {
  const query = `campaign_referral_id=${referral}`;
  const { label, path } = text.action;
  return {
    kind: 'campaign',
    to: about.to,
    user_id: about.user_id,
    subject: text.subject,
    paragraphs: text.paragraphs,
    action: { label, url: `${about.origin}${path}${path.includes('?') ? '&' : '?'}${query}` },
    unsubscribe: { page: `${about.origin}/unsubscribe?${query}`, oneClick: `${about.origin}/api/unsubscribe?${query}` },
  };
}
