import { z } from 'zod';
import type { Output } from '#domain/endpoint';
import { lastingProblems, linkStates, temporaryProblems } from '#domain/linked-accounts/link-state';

/** An empty body starts linking; with `code` and `state` it completes the return from the platform. */
export const Linking = z
  .strictObject({
    code: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .max(2_000, 'is too long')
      .optional()
      .describe('The code that the platform returned.'),
    state: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .max(200, 'is too long')
      .optional()
      .describe('The state that was sent to the platform; required with the code.'),
  })
  .superRefine(({ code, state }, context) => {
    if ((code === undefined) === (state === undefined)) return;
    context.addIssue({
      code: 'custom',
      path: [code === undefined ? 'code' : 'state'],
      message: 'is missing: code and state come together',
    });
  })
  .default({});
export type Linking = z.infer<typeof Linking>;

export const LinkedAccountId = z.uuid('must be the id of a linked account').describe('The `_id` of a linked account.');

export const LinkedAccount = z
  .object({
    _id: z.string(),
    username: z.string(),
    profile_image: z.string().nullable(),
    pin_count: z.int().nullable(),
    website_url: z.string().nullable(),
    needs_reconnect: z
      .boolean()
      .describe('True when the permission has ended on the platform, or soon will; linking the account again renews it.'),
    state: z
      .enum(linkStates)
      .describe('Whether we have access; `retrying` mends itself, `needs_you` is mended by linking the account again.'),
    reason: z
      .enum([...temporaryProblems, ...lastingProblems])
      .nullable()
      .describe('What is wrong; null while connected.'),
    since: z.iso.datetime().nullable().describe('Since when; null while connected, or if it is not known.'),
    ends_at: z.iso.datetime().describe('When the permission ends unless it is renewed.'),
    linked_at: z.iso.datetime(),
  })
  .meta({ id: 'LinkedAccount', description: "One of the user's linked accounts, without its tokens." });
export type LinkedAccount = Output<typeof LinkedAccount>;

export const LinkingRedirect = z.object({ redirect_uri: z.string() }).meta({
  id: 'LinkingRedirect',
  description: "Where to send the browser to grant the platform's permission: a URL of the platform, or a path of the sandbox.",
});
export type LinkingRedirect = Output<typeof LinkingRedirect>;
