import { z } from 'zod';
import { MINUTE_MS } from '#domain/durations';
import { digestOf } from '#server/linked-accounts/sandbox/accounts';

const BOOKMARK_LIFETIME_MS = 10 * MINUTE_MS;
const DEFAULT_PAGE_SIZE = 25;

/** The parameters of every call that returns pages. */
export const pageParameters = {
  page_size: z.coerce.number().int().min(1).max(250).default(DEFAULT_PAGE_SIZE), // prettier-ignore
  bookmark: z.string().optional(),
};
type PageQuery = z.output<z.ZodObject<typeof pageParameters>>;

/** One page of a list; null for a bookmark that has expired or was invented. */
export function sandboxPage(items: readonly unknown[], { page_size, bookmark }: PageQuery, nowMs: number): unknown {
  const text = bookmark === undefined ? `0-${nowMs}` : Buffer.from(bookmark, 'base64url').toString();
  const [, from, madeMs] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (from === undefined || nowMs - Number(madeMs) > BOOKMARK_LIFETIME_MS) return null;
  const end = Number(from) + page_size;
  const next = Buffer.from(`${end}-${nowMs}`).toString('base64url');
  return { items: items.slice(Number(from), end), bookmark: end < items.length ? next : null };
}

export const BoardsQuery = z.strictObject({
  ...pageParameters,
  ad_account_id: z.string().regex(/^\d{1,18}$/).optional(), // prettier-ignore
  privacy: z.enum(['ALL', 'PUBLIC', 'PROTECTED', 'SECRET', 'PUBLIC_AND_SECRET']).optional(),
});

const names = ['Fall outfits', 'Baking', 'Garden', 'Group: Home & craft'] as const;

export const boardIdOf = (username: string, index: number): string =>
  String(digestOf(username, `board ${index % names.length}`).readBigUInt64BE(0));

/** The boards of a fictional account; the last one is a group board of another. */
export const sandboxBoards = (username: string): readonly unknown[] =>
  names.map((name, index) => {
    const isGroup = name.startsWith('Group');
    return {
      id: boardIdOf(username, index),
      name: `${username}: ${name}`,
      description: null,
      owner: { username: isGroup ? 'north_light_home' : username },
      created_at: '2024-03-01T10:00:00',
      board_pins_modified_at: '2026-10-01T10:00:00',
      collaborator_count: isGroup ? 18 : 0,
      follower_count: digestOf(username, name).readUInt16BE(0) % 5_000,
      pin_count: 3 + (digestOf(username, name)[2] ?? 0),
      privacy: 'PUBLIC',
      is_ads_only: false,
      media: { image_cover_url: null, pin_thumbnail_urls: [] },
    };
  });
