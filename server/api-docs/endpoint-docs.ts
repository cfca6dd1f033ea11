import type { z } from 'zod';
import type { Api, Endpoint } from '#domain/api';

/** A refusal by its machine word, with the reason an endpoint has for it. */
export type RefusalReasons = Readonly<
  Partial<
    Record<
      | 'invalid_input'
      | 'not_signed_in'
      | 'invalid_credentials'
      | 'premium_required'
      | 'forbidden'
      | 'not_found'
      | 'conflict'
      | 'not_possible'
      | 'unavailable',
      string
    >
  >
>;

interface EndpointTexts {
  /** What the call does, in a sentence. */
  readonly says: string;
  /** What comes back when all goes well, in a sentence. */
  readonly answers: string;
  /** The status of a good answer, where it is not 200, or 204 for an answer of null. */
  readonly status?: 200 | 302;
  /** What the answer is, where it is not JSON. */
  readonly media?: 'text/csv' | 'text/html';
  /** Headers that must come with the call, and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Refusals beside those that access, input and limits bring. */
  readonly refuses?: RefusalReasons;
}

type EndpointPart<E extends Endpoint, K extends string> = K extends keyof Api[E] ? Api[E][K] : never;

/** The schemas of what an endpoint takes: one for each part that `domain/api.ts` names, with the same fields, and no others. */
interface RequestSchemas<E extends Endpoint> {
  readonly params: { readonly [N in keyof EndpointPart<E, 'params'>]: z.ZodType };
  readonly query: z.ZodObject<{ readonly [N in keyof EndpointPart<E, 'query'>]-?: z.ZodType }>;
  readonly body: z.ZodType<unknown, EndpointPart<E, 'body'> | undefined>;
}

/** What the documentation knows of an endpoint. */
export type EndpointDocs<E extends Endpoint> = EndpointTexts & Pick<RequestSchemas<E>, keyof RequestSchemas<E> & keyof Api[E]> & { readonly [K in Exclude<keyof RequestSchemas<E>, keyof Api[E]>]?: never }; // prettier-ignore

/** A line for every endpoint; one without a line does not compile. */
export type AllEndpointDocs = { readonly [E in Endpoint]: EndpointDocs<E> };

/** A line of any endpoint. */
export type AnyEndpointDocs = EndpointTexts & {
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
};
