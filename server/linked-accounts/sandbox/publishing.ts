import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { SECOND_MS } from '#domain/durations';
import { call } from '#server/linked-accounts/sandbox/calls';
import { pageParameters, sandboxCreatedPins, sandboxPage } from '#server/linked-accounts/sandbox/pins';

/** Where files are sent, at the host of the sandbox. */
export const UPLOAD_PATH = '/upload';
const PROCESSING_MS = 30 * SECOND_MS;
const MAX_REMEMBERED = 1_000;

const digits = z.string().regex(/^\d+$/);
const text = (maxLength: number) => z.string().max(maxLength); // prettier-ignore
const imageType = z.enum(['image/jpeg', 'image/png']);
const cover = {
  cover_image_url: z.url(),
  cover_image_data: z.base64(),
  cover_image_content_type: imageType,
  cover_image_key_frame_time: z.number(),
};
const itemTexts = { title: text(100).optional(), description: text(800).optional(), link: z.url().max(2_048).optional() }; // prettier-ignore
const itemsOf = (source: z.ZodRawShape) => ({ items: z.array(z.strictObject({ ...source, ...itemTexts })).min(2).max(5), index: z.int().optional() }); // prettier-ignore
const isStandard = z.boolean().optional();
const image = { content_type: imageType, data: z.base64() };
const MediaSource = z.discriminatedUnion('source_type', [
  z.strictObject({ source_type: z.literal('image_base64'), ...image, is_standard: isStandard }),
  z.strictObject({ source_type: z.literal('image_url'), url: z.url(), is_standard: isStandard }),
  z
    .strictObject({ source_type: z.literal('video_id'), media_id: digits, is_standard: isStandard })
    .extend(z.strictObject(cover).partial().shape),
  z.strictObject({ source_type: z.literal('multiple_image_base64'), ...itemsOf(image) }),
  z.strictObject({ source_type: z.literal('multiple_image_urls'), ...itemsOf({ url: z.url() }) }),
]);

const pinFields = {
  board_id: digits.optional(),
  board_section_id: digits.nullish(),
  title: text(100).nullish(), // prettier-ignore
  description: text(800).nullish(), // prettier-ignore
  alt_text: text(500).nullish(), // prettier-ignore
  link: z.url().max(2_048).nullish(), // prettier-ignore
  dominant_color: z.string().regex(/^#[\dA-Fa-f]{6}$/).nullish(), // prettier-ignore
  parent_pin_id: digits.nullish(),
  media_source: MediaSource,
};

type MediaStatus = 'registered' | 'processing' | 'succeeded' | 'failed';

interface Media {
  readonly username: string;
  upload: { readonly atMs: number; readonly fileName: string } | null;
}

/** A pin that was made in the sandbox. */
interface CreatedPin {
  readonly username: string;
  readonly createdMs: number;
  readonly fields: z.output<z.ZodObject<typeof pinFields>>;
}

const newId = (): string => String(randomInt(1e14, 2e14));

/** Remembers by a new id, and forgets the oldest. */
function remember<T>(all: Map<string, T>, value: T): string {
  const id = newId();
  all.set(id, value);
  const [oldest] = all.keys();
  if (all.size > MAX_REMEMBERED && oldest !== undefined) all.delete(oldest);
  return id;
}

/** What accounts publish in the sandbox, in the memory of the process: pins, and videos on their way to one. */
export class SandboxPublishing {
  readonly #media = new Map<string, Media>();
  readonly #pins = new Map<string, CreatedPin>();

  /** The body of `POST /media`: where the file goes, and what must be sent with it. */
  registerMedia(username: string, upload_url: string): unknown {
    const media_id = remember<Media>(this.#media, { username, upload: null });
    return { media_id, media_type: 'video', upload_url, upload_parameters: uploadParameters(media_id) };
  }

  /** Takes a file, with the parameters that came with its address; returns whether it was accepted. */
  upload(form: FormData, nowMs: number): boolean {
    const [file, id] = [form.get('file'), form.get('key')];
    const media = typeof id === 'string' ? this.#media.get(id) : undefined;
    if (!media || media.upload || !(file instanceof File)) return false;
    if (!Object.keys(uploadParameters('')).every((name) => form.has(name))) return false;
    media.upload = { atMs: nowMs, fileName: file.name };
    return true;
  }

  /** The body of `GET /media/{id}`; undefined for the media of another. */
  media(username: string, id: string, nowMs: number): unknown {
    const media = this.#media.get(id);
    return media?.username === username ? { media_id: id, media_type: 'video', status: statusOf(media, nowMs) } : undefined;
  }

  /** The items of `GET /media`. */
  mediaOf(username: string, nowMs: number): readonly unknown[] {
    return [...this.#media.keys()].map((id) => this.media(username, id, nowMs)).filter((item) => item !== undefined);
  }

  /** Makes a pin; returns whether it could: its video may not be ready. */
  createPin(username: string, fields: CreatedPin['fields'], nowMs: number): boolean {
    const { media_source: source } = fields;
    if (source.source_type === 'video_id') {
      const media = this.#media.get(source.media_id);
      if (media?.username !== username || statusOf(media, nowMs) !== 'succeeded') return false;
    }
    remember<CreatedPin>(this.#pins, { username, createdMs: nowMs, fields });
    return true;
  }

  /** The pins that an account has made, the newest first. */
  pinsOf(username: string): readonly (readonly [id: string, pin: CreatedPin])[] {
    return [...this.#pins].filter(([, pin]) => pin.username === username).toReversed();
  }
}

const uploadParameters = (id: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'multipart/form-data',
  key: id,
  policy: 'sandbox',
  'x-amz-algorithm': 'AWS4-HMAC-SHA256',
  'x-amz-credential': 'sandbox',
  'x-amz-date': '20260101T000000Z',
  'x-amz-security-token': 'sandbox',
  'x-amz-signature': 'sandbox',
});

/** A file whose name has `fail` in it fails, as one that Pinterest cannot read. */
function statusOf({ upload }: Media, nowMs: number): MediaStatus {
  if (!upload) return 'registered';
  if (nowMs - upload.atMs < PROCESSING_MS) return 'processing';
  return upload.fileName.includes('fail') ? 'failed' : 'succeeded';
}

/** The calls that create something, or read what was uploaded. */
export const publishingCalls = [
  call(
    {
      part: 'create pin',
      method: 'POST',
      path: /^pins$/,
      scopes: ['boards:read', 'boards:write', 'pins:read', 'pins:write'],
      rateClass: 'org_write',
      isForStandard: true,
    },
    pinFields,
    (fields, context) => (context.publishing.createPin(context.username, fields, context.nowMs) ? sandboxCreatedPins(context)[0] : null),
  ),
  call(
    {
      part: 'create section',
      method: 'POST',
      path: /^boards\/\d+\/sections$/,
      scopes: ['boards:read', 'boards:write'],
      rateClass: 'org_write',
    },
    { name: z.string().min(1).max(180) }, // prettier-ignore
    ({ name }) => ({ id: newId(), name }),
  ),
  call(
    { part: 'media', method: 'POST', path: /^media$/, scopes: ['pins:read', 'pins:write'], rateClass: 'org_write' },
    { media_type: z.literal('video') },
    (_, { username, publishing, origin }) => publishing.registerMedia(username, `${origin}${UPLOAD_PATH}`),
  ),
  call(
    { part: 'media', path: /^media$/, scopes: ['pins:read'], rateClass: 'org_read' },
    pageParameters,
    (query, { username, publishing, nowMs }) => sandboxPage(publishing.mediaOf(username, nowMs), query, nowMs),
  ),
  call(
    { part: 'media', path: /^media\/(?<id>\d+)$/, scopes: ['pins:read'], rateClass: 'org_read' },
    {},
    (_, { username, id, publishing, nowMs }) => publishing.media(username, id, nowMs),
  ),
];
