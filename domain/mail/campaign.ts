import { InvalidInput } from '#domain/errors';

/** The recipients a campaign can address. */
export const audiences = ['premium', 'free', 'all'] as const;
export type Audience = (typeof audiences)[number];

/** A marketing email as its author wrote it. */
interface CampaignText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The button, which links to a path of this site. */
  readonly action: { readonly label: string; readonly path: string };
}

const HEADER_PATTERN = /^(Subject|Action):\s*(.*)$/i;
const SITE_PATH_PATTERN = /^\/(?![/\\])[\w\-/?=&.%]*$/;

/** Splits a file into its leading `Name: value` lines and the text after them. */
function parseHeaders(file: string): { readonly headers: ReadonlyMap<string, string>; readonly text: string } {
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
  return { headers, text: lines.slice(index).join('\n') };
}

/**
 * Parses a campaign file: `Subject: …`, optionally `Action: label | /path`, an empty line, then paragraphs separated by empty lines.
 * Throws `InvalidInput` that lists what is wrong.
 */
export function parseCampaign(file: string): CampaignText {
  const { headers, text } = parseHeaders(file);
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  const subject = headers.get('subject') ?? '';
  const [label = '', path = ''] = (headers.get('action') ?? 'Open | /').split('|').map((part) => part.trim());
  const errors = [
    ...(subject === '' || subject.length > 200 ? ['Subject must be on the first line, with at most 200 characters'] : []),
    ...(paragraphs.length === 0 ? ['the text must have at least one paragraph'] : []),
    ...(label !== '' && SITE_PATH_PATTERN.test(path) ? [] : ['Action must be `label | /path` with a path of this site']),
  ];
  if (errors.length > 0) throw new InvalidInput(errors);
  return { subject, paragraphs, action: { label, path } };
}

/** A campaign. The fingerprint and the audience identify it. */
export interface Campaign {
  readonly name: string;
  /** A hash of the file's text. */
  readonly fingerprint: string;
  readonly audience: Audience;
  readonly text: CampaignText;
  /** The operator's postal address: the last line of each email. */
  readonly postalAddress: string;
}
