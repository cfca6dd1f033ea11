import { z } from 'zod';
import { SECOND_MS } from '#domain/durations';
import type { Release } from '#domain/operations/releases';
import { cappedFetch } from '#server/http/capped-fetch';

const TIMEOUT_MS = 10 * SECOND_MS;

const FeedEntry = z.object({
  tag_name: z.string().max(100),
  html_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .catch(null),
  draft: z.boolean().catch(false),
  prerelease: z.boolean().catch(false),
});
const Feed = z.union([FeedEntry.transform((entry) => [entry]), z.array(FeedEntry)]);

/** Reads the releases that a feed names, as the APIs of GitHub, GitLab, and Gitea write them. Says nothing of this site. Redirects are not followed: they could lead anywhere. */
export async function readReleaseFeed(url: string): Promise<readonly Release[]> {
  const headers = { accept: 'application/json', 'user-agent': 'corklight' };
  const { status, json } = await cappedFetch(url, { headers }, TIMEOUT_MS);
  if (status !== 200) throw new Error(`it answered ${status}`);
  if (json === undefined) throw new Error('its answer is no JSON');
  const { data } = Feed.safeParse(json);
  if (!data) throw new Error('its answer has no releases (tag_name)');
  return data
    .filter(({ draft, prerelease }) => !draft && !prerelease)
    .map(({ tag_name, html_url }) => ({ version: tag_name, url: html_url }));
}
