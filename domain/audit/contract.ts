import { z } from 'zod';
import { actNames } from '#domain/audit/acts';
import { catalogSearch } from '#domain/catalog/contract';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { parseDay } from '#domain/days';
import type { Output } from '#domain/endpoint';

const NO_DAY = 'must be a day like 2026-08-23';

const part = (description: string) =>
  z
    .string('must be one text')
    .max(254, 'must be at most 254 characters')
    .refine(isStorable, NOT_STORABLE)
    .default('')
    .transform((text) => text.trim().toLowerCase())
    .describe(description);

const day = (description: string) =>
  z
    .string(NO_DAY)
    .transform((text) => parseDay(text))
    .refine((parsed) => parsed !== null, NO_DAY)
    .optional()
    .describe(description)
    .meta({ examples: ['2026-11-22'] });

/** Which entries are meant. */
export const AuditFilters = z.object({
  actor: part('A part of who acted: an email address, or the user and host of a command. Empty: everyone.'),
  act: z.enum(actNames, 'must be one of the acts').optional().describe('What was done. None: everything.'),
  target: part('A part of what it was done to: an email address, or the name of a job, a file, or a cleanup. Empty: everything.'),
  person: z.uuid('must be the id of a person').optional().describe('The `id` of a person to whom something was done.'),
  from: day('The first day (UTC).'),
  to: day('The last day (UTC).'),
});
export type AuditFilters = z.infer<typeof AuditFilters>;

export const AuditSearch = AuditFilters.extend({ page: catalogSearch('pins').shape.page });
export type AuditSearch = z.infer<typeof AuditSearch>;

export const AuditEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    actor: z
      .object({
        kind: z.enum(['user', 'command']),
        label: z.string().describe('The address of the administrator, `Deleted user`, or the user and host of a command.'),
      })
      .describe('Who acted.'),
    act: z.enum(actNames),
    target: z
      .object({
        kind: z.enum(['person', 'cleanup', 'job', 'file']),
        label: z.string().describe('The address of the person, `Deleted user`, or the name of the target.'),
      })
      .nullable()
      .describe('What it was done to; null for the whole site.'),
    details: z.record(z.string(), z.union([z.string(), z.number()])),
    origin: z.string().nullable().describe('The id of the request (`x-request-id`), or the command line without addresses.'),
  })
  .meta({ id: 'AuditEntry', description: 'An administrative act.' });
export type AuditEntry = Output<typeof AuditEntry>;

export const AuditPage = z
  .object({ entries: z.array(AuditEntry), total: z.int().describe('How many entries match.'), page: z.int(), pages: z.int() })
  .meta({ id: 'AuditPage', description: 'A page of the audit, the newest first.' });
export type AuditPage = Output<typeof AuditPage>;
