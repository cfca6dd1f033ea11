import { z } from 'zod';
import { SECOND_MS } from '#domain/durations';
import type { Release } from '#domain/operations/releases';

const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_BYTES = 1_000_000;

const webPage = z
  .url({ protocol: /^https?$/ })
  .nullable()
  .catch(null);
const FeedEntry = z
  .object({
    tag_name: z.string().max(100),
    html_url: webPage.default(null),
    draft: z.boolean().catch(false),
    prerelease: z.boolean().catch(false),
  })
  .partial({ draft: true, prerelease: true });
const Feed = z.union([FeedEntry.transform((entry) => [entry]), z.array(FeedEntry)]);

/** The body of a response, of which no more than a bounded part is read. */
async function boundedText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error('its answer is too long');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads the releases that a feed names, as the APIs of GitHub, GitLab, and Gitea write them. Says nothing of this site. Redirects are not followed: they could lead anywhere. */
export async function readReleaseFeed(url: string): Promise<readonly Release[]> {
  const headers = { accept: 'application/json', 'user-agent': 'corklight' };
  const response = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`it answered ${response.status}`);
  }
  let json: unknown;
  try {
    json = JSON.parse(await boundedText(response.body));
  } catch (error) {
    throw error instanceof SyntaxError ? new Error('its answer is no JSON', { cause: error }) : error;
  }
  const { data } = Feed.safeParse(json);
  if (!data) throw new Error('its answer has no releases (tag_name)');
  return data
    .filter(({ draft, prerelease }) => !draft && !prerelease)
    .map(({ tag_name, html_url }) => ({ version: tag_name, url: html_url }));
}
