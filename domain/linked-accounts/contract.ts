import { z } from 'zod';

/** An empty body starts the linking of an account; with `code` and `state` it is the return from the platform. */
export const Linking = z.union([
  z.strictObject({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) }),
  z.strictObject({}),
]);
export type Linking = z.infer<typeof Linking>;

export const LinkedAccountId = z.uuid('must be the id of a linked account');
