import { Logger } from '@nestjs/common';
import { z } from 'zod';
import { keywordKey } from '#domain/catalog/keywords/words';
import {
  viewOwnAnalytics,
  viewOwnBoards,
  viewOwnPin,
  viewOwnTopPins,
  viewResearchResults,
  viewTerms,
  viewTrends,
  viewVolumes,
} from '#domain/linked-accounts/endpoints';
import { PlatformUnavailable } from '#domain/linked-accounts/errors';
import { PinterestAccountReader } from '#server/linked-accounts/pinterest/account-reader';
import { PinterestPlatform } from '#server/linked-accounts/pinterest/platform';
import type { LinkedAccounts } from '#server/linked-accounts/typeorm/linked-accounts';
import { ViewAccount } from '#server/linked-accounts/view-account';
import { MemoryAnswers } from '../../../support/fakes/shared-answers';
import { FixedClock } from '../../../support/fixed-clock';
import { endpointOf, pinterestApp, type PinterestEndpoint, startPinterest } from '../../../support/servers/pinterest-server';

const SITE = 'https://pins.example.com';
const USERNAME = 'maple';
const clock = new FixedClock(new Date('2026-11-21T12:00:00Z'));
const scopes = ['user_accounts:read', 'boards:read', 'pins:read', 'ads:read'];

/** Answers as the sandbox gave them, by address, and the one that is replaced. */
const recorded = new Map<string, unknown>();
let replaced: { readonly part: PinterestEndpoint; readonly body: unknown } | null = null;

/** Records what comes from the network, and replays it. */
const send: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : String(input);
  const body = replaced && replaced.part === endpointOf(new URL(address).pathname) ? replaced.body : recorded.get(address);
  if (body !== undefined) return Response.json(body);
  const response = await fetch(input, init);
  if (response.status === 200) recorded.set(address, await response.clone().json());
  return response;
};

const Permission = z.object({
  tokens: z.object({
    access: z.string().min(1),
    access_expires_at: z.date(),
    refresh: z.string().nullable(),
    refresh_expires_at: z.date().nullable(),
  }),
  scopes: z.array(z.string()),
  profile: z.object({
    external_id: z.string().min(1),
    username: z.string().min(1),
    profile_image: z.string().nullable(),
    pin_count: z.int().nullable(),
    website_url: z.string().nullable(),
  }),
});

interface Call {
  /** What a part of a screen reads by it. */
  readonly read: () => Promise<unknown>;
  /** What the part can show. */
  readonly result: z.ZodType;
}
let calls: Readonly<Record<PinterestEndpoint, Call>>;
const parts: readonly PinterestEndpoint[] = [
  ...(['token', 'account', 'analytics', 'top pins', 'pins', 'pin', 'pin analytics', 'boards'] as const),
  ...(['trends', 'ad accounts', 'volumes', 'related terms', 'suggested terms'] as const),
];

beforeAll(async () => {
  Logger.overrideLogger(false);
  const pinterest = await startPinterest(clock);
  const connection = { apiUrl: pinterest.url, maxUrlBytes: 8_192, send };
  const platform = new PinterestPlatform({ name: 'pinterest', ...pinterestApp, ...connection, oauthUrl: '', origin: () => SITE }, clock);
  const answers = new MemoryAnswers();
  const reader = new PinterestAccountReader(connection, answers, clock);
  const code = pinterest.codeFor(USERNAME, scopes, `${SITE}/oauth2/pinterest`);
  const { tokens } = await platform.exchangeCode(code);
  const access = { platform: 'pinterest', token: tokens.access, scopes, pin_count: 14 };
  // A failure is remembered for a minute.
  const uncached = <T>(read: () => Promise<T>) => {
    reader.forget('id');
    answers.clear();
    return read();
  };
  const { items } = await reader.readPins({ id: 'id', token: tokens.access });
  const name = items[0]?.title?.split(' ')[1] ?? '';
  const saved = [{ key: keywordKey(name), name, savedAt: new Date('2025-01-01T00:00:00Z') }];
  const accounts = { findAccess: async () => access, listSavedKeywords: async () => saved } as unknown as LinkedAccounts;
  const view = new ViewAccount(platform, reader, accounts, clock);
  const terms = { read: () => uncached(() => view.terms('user', 'id', 'nails')), result: viewTerms.response };
  const volumes = {
    read: () => uncached(() => view.volumes('user', 'id', { country: 'US', keywords: ['nails', 'hair'] })),
    result: viewVolumes.response,
  };
  const profile = { read: () => platform.exchangeCode(code), result: Permission };
  calls = {
    token: profile,
    account: profile,
    analytics: { read: () => uncached(() => view.analytics('user', 'id', 'none')), result: viewOwnAnalytics.response },
    'top pins': { read: () => uncached(() => view.topPins('user', 'id', 'saves')), result: viewOwnTopPins.response },
    pins: {
      read: () => uncached(() => view.results('user', 'id', undefined)),
      result: viewResearchResults.response,
    },
    pin: { read: () => uncached(() => view.topPins('user', 'id', 'saves')), result: viewOwnTopPins.response },
    'pin analytics': { read: () => uncached(() => view.pin('user', 'id', items[0]?.id ?? '')), result: viewOwnPin.response },
    boards: { read: () => uncached(() => view.boards('user', 'id')), result: viewOwnBoards.response },
    trends: { read: () => uncached(() => view.trends('user', 'id', { region: 'US', type: 'growing' })), result: viewTrends.response },
    'ad accounts': volumes,
    volumes,
    'related terms': terms,
    'suggested terms': terms,
  };
  for (const { read, result } of Object.values(calls)) result.parse(await read());
  expect(pinterest.faults).toEqual([]);
  await pinterest.close();
});
beforeEach(() => (replaced = null));

type Path = readonly (string | number)[];
const replacements = [null, 'SOMETHING_NEW', '', -1, 1.5, true, [], {}] as const;
const MAX_KEYS = 20;

/** Where an answer has a value: in the first item of each list, and in the first entries of what is no record of fixed fields. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const keys = Array.isArray(value) ? [0].slice(0, value.length) : Object.keys(value);
  const looked = keys.length > MAX_KEYS ? keys.slice(0, 2) : keys;
  return [path, ...looked.flatMap((key) => pathsOf((value as Record<string, unknown>)[key], [...path, key]))];
}

/** A copy of an answer with one value changed. */
function changed(body: unknown, path: Path, change: (parent: Record<string, unknown>, key: string) => void): unknown {
  const root = { body: structuredClone(body) };
  const [key = 'body', ...reversed] = ['body', ...path].toReversed();
  const parent = reversed.toReversed().reduce<unknown>((at, one) => (at as Record<string, unknown>)[one], root);
  change(parent as Record<string, unknown>, String(key));
  return root.body;
}

/** What is wrong with what a screen would get; null when it gets something it can show, or one sentence. */
async function problemOf({ read, result }: Call): Promise<string | null> {
  try {
    return result.safeParse(await read()).error?.message ?? null;
  } catch (error) {
    const isSentence = error instanceof PlatformUnavailable && error.failure === 'unexpected';
    return isSentence ? null : String(error);
  }
}

/** The recorded answer of a part. */
const answerOf = (part: PinterestEndpoint): unknown =>
  [...recorded].find(([address]) => endpointOf(new URL(address).pathname) === part)?.[1];

describe.each(parts)('an answer of Pinterest to the call "%s"', (part) => {
  it('that lacks a field or has another value there leaves something to show, or one sentence', async () => {
    const body = answerOf(part);
    const problems: string[] = [];
    const paths = pathsOf(body);
    for (const path of paths) {
      const changes = replacements.map((value) => changed(body, path, (parent, key) => void (parent[key] = value)));
      if (path.length > 0) changes.push(changed(body, path, (parent, key) => void delete parent[key]));
      for (const [index, one] of changes.entries()) {
        // That an account has no ad account is documented.
        if (part === 'ad accounts' && JSON.stringify(one).startsWith('{"items":[],')) continue;
        replaced = { part, body: one };
        const problem = await problemOf(calls[part]);
        if (problem !== null) problems.push(`${path.join('.')} ${JSON.stringify(replacements[index])}: ${problem}`);
      }
    }
    expect(paths.length).toBeGreaterThan(1);
    expect(problems).toEqual([]);
  });

  it('with fields and values of an enumeration that are new is read as before', async () => {
    const body = answerOf(part);
    replaced = { part, body };
    const expected = await calls[part].read();
    for (const path of pathsOf(body)) {
      const isEnumerated = ['data_status', 'creative_type', 'privacy', 'account_type', 'media_type', 'sort_by'].includes(
        String(path.at(-1)),
      );
      const grown = changed(body, path, (parent, key) => {
        const value = parent[key];
        if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isMapped(path))
          parent[key] = { ...value, something_new: 1 };
      });
      replaced = { part, body: grown };
      expect([path, await calls[part].read()]).toEqual([path, expected]);
      if (!isEnumerated) continue;
      replaced = { part, body: changed(body, path, (parent, key) => void (parent[key] = 'SOMETHING_NEW')) };
      await expect(calls[part].read()).resolves.toBeDefined();
    }
  });
});

/** Whether the keys there are data: parts of a split, and weeks. */
const isMapped = (path: Path): boolean => path.length === 0;
