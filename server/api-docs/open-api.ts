import type { Access } from '#domain/endpoint';
import type { JsonSchema } from '#server/api-docs/json-schema';
import type { DocumentedError } from '#server/api-docs/documented-errors';

/** The part of OpenAPI 3.1 that our document uses; `x-` marks extensions. */
export interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

export interface SecurityScheme {
  readonly type: 'apiKey';
  readonly in: 'cookie' | 'header';
  readonly name: string;
  readonly description: string;
}

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
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** One endpoint. */
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
