import { z } from 'zod';
import { MAX_ID_LENGTH } from '#domain/catalog/variants';
import { MAX_COMPARED } from '#domain/subscriptions/entitlements';

/** The id of an entity in a path: any text without white space or control characters. Imported ids may contain `:` and `/`. */
export const EntityId = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_ID_LENGTH, `must be at most ${MAX_ID_LENGTH} characters`)
  .regex(/^[^\s\p{C}]+$/u, 'has a character that no id has')
  .describe('The `_id` of a row; colons and slashes in it are percent-encoded.');

/** An export of selected rows has at most this many. */
const MAX_EXPORTED_IDS = 500;

/** Ids, each percent-encoded, with commas between them. */
const idList = (max: number) =>
  z
    .string('must be one text')
    .transform((text, context) => {
      try {
        return text.split(',').map((id) => decodeURIComponent(id));
      } catch {
        context.addIssue({ code: 'custom', message: 'must be percent-encoded' });
        return z.NEVER;
      }
    })
    .pipe(z.array(EntityId).max(max, `must be at most ${max} ids`));

/** The rows of a comparison. */
export const ComparedIds = idList(MAX_COMPARED).describe(`Up to ${MAX_COMPARED} ids, each percent-encoded, with commas between them.`);

/** The rows of an export. */
export const ExportedIds = idList(MAX_EXPORTED_IDS)
  .optional()
  .describe('Only the rows with these ids, each percent-encoded, with commas between them. Keywords and filters are ignored then.');
