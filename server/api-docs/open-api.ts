import type { Access } from '#domain/endpoint';
import type { JsonSchema } from '#server/api-docs/json-schema';
import type { DocumentedError } from '#server/api-docs/documented-errors';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description?: string; readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** One endpoint, with the keywords of OpenAPI 3.1 that our document uses; `x-` marks extensions. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-access': Access;
  /** The rate limits, as text. */
  readonly 'x-limits': readonly string[];
  readonly 'x-refusals': readonly DocumentedError[];
}
