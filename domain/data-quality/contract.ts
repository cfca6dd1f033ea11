import { z } from 'zod';

/** What a cleanup removes: everything of one type with one issue. */
export const Cleanup = z.strictObject({
  entity_type: z.enum(['board', 'pinner', 'pin'], 'must be board, pinner or pin').describe('What kind of thing.'),
  issue_type: z
    .enum(['not_searchable', 'never_crawled', 'all_zero'], 'must be not_searchable, never_crawled or all_zero')
    .describe('What is wrong with it.'),
});
export type Cleanup = z.infer<typeof Cleanup>;
