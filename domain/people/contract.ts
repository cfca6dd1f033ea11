import { z } from 'zod';
import { catalogSearch } from '#domain/catalog/contract';
import { isStorable, NOT_STORABLE } from '#domain/catalog/filters/filter-values';
import { parseDay } from '#domain/days';
import type { Output } from '#domain/endpoint';
import { OpenSession } from '#domain/auth/sessions/contract';

const time = z.iso.datetime();

export const PersonId = z.uuid('must be the id of a person').describe('The `id` of a person.');

export const PeopleSearch = z.object({
  query: z
    .string('must be one text')
    .max(254, 'must be at most 254 characters')
    .refine(isStorable, NOT_STORABLE)
    .default('')
    .transform((text) => text.trim().toLowerCase())
    .describe('The beginning of an email address, or of the name of a linked account. Empty: everyone.'),
  page: catalogSearch('pins').shape.page,
});
export type PeopleSearch = z.infer<typeof PeopleSearch>;

export const Person = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string().nullable().describe('The name of the first linked account; null without one.'),
    is_admin: z.boolean(),
    is_confirmed: z.boolean().describe('False until the owner of the address has confirmed it.'),
    created_at: time,
    last_seen_at: time.nullable().describe('The last use of a session; null without one.'),
    is_paid: z.boolean().describe('True with Premium from the payment provider.'),
    paid_until: time.nullable().describe('When paid Premium ends; null while it renews.'),
    given_until: time.nullable().describe('When Premium that an administrator gave ends; null without it.'),
  })
  .meta({ id: 'Person', description: 'A user account, as administrators see it. Times are ISO 8601 in UTC.' });
export type Person = Output<typeof Person>;

export const PeoplePage = z
  .object({ people: z.array(Person), total: z.int().describe('How many people match.'), page: z.int(), pages: z.int() })
  .meta({ id: 'PeoplePage', description: 'A page of people, the newest first.' });
export type PeoplePage = Output<typeof PeoplePage>;

export const PersonDetail = Person.extend({ sessions: z.array(OpenSession) }).meta({
  id: 'PersonDetail',
  description: 'A user account with its active sessions.',
});
export type PersonDetail = Output<typeof PersonDetail>;

export const GivenPremium = z.strictObject({
  until: z
    .string('must be a day like 2026-08-23')
    .refine((text) => parseDay(text) !== null, 'must be a day like 2026-08-23')
    .describe('The last day of Premium (UTC).')
    .meta({ examples: ['2027-06-30'] }),
});
export type GivenPremium = z.infer<typeof GivenPremium>;

export const PersonDeletion = z.strictObject({
  email: z.string('must be text').trim().max(254, 'must be at most 254 characters').describe("The person's address, as a confirmation."),
});
export type PersonDeletion = z.infer<typeof PersonDeletion>;
