import { z } from 'zod';

/** An empty body starts the linking of an account; with `code` and `state` it is the return from the platform. */
export const Linking = z
  .strictObject({
    code: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .max(2_000, 'is too long')
      .optional()
      .describe('What the platform gave on the way back.'),
    state: z
      .string('must be a text')
      .min(1, 'must not be empty')
      .max(200, 'is too long')
      .optional()
      .describe('The state that went there; comes with the code.'),
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
