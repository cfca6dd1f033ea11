import type { Access } from '#domain/endpoint';
import type { DocumentedError } from '#server/api-docs/documented-errors';
import { z } from 'zod';
import { endpoints } from '#domain/api';
import { ApiErrorBody } from '#domain/site/contract';

/** The keywords of JSON Schema (2020-12) that the document uses. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly default?: string | number | boolean | object;
  readonly examples?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
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

type JsonNode = Record<string, unknown>;

/** Formats and types that need no pattern. */
const withoutPattern = new Set<unknown>(['uuid', 'date', 'date-time', 'integer']);

/** `{ anyOf: [X, null] }` as X with one more type, where X has a type of its own. */
function mergeNull(node: JsonNode): JsonNode {
  const { anyOf, ...rest } = node;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return node;
  const [schema, other] = anyOf as JsonSchema[];
  if (other?.type !== 'null' || typeof schema?.type !== 'string') return node;
  return { ...schema, ...rest, type: [schema.type, 'null'], ...(schema.enum ? { enum: [...schema.enum, null] } : {}) };
}

/** Reduces a node of zod's conversion to what a reader needs. */
function simplify(node: JsonNode, io: 'input' | 'output'): JsonNode {
  if (withoutPattern.has(node['format']) || withoutPattern.has(node['type'])) delete node['pattern'];
  // Python, among others, does not know Unicode properties, and refuses the whole document.
  if (typeof node['pattern'] === 'string' && node['pattern'].includes(String.raw`\p{`)) delete node['pattern'];
  if (node['minimum'] === Number.MIN_SAFE_INTEGER) delete node['minimum'];
  if (node['maximum'] === Number.MAX_SAFE_INTEGER) delete node['maximum'];
  if (node['format'] === 'starts_with') delete node['format'];
  if (node['type'] === 'integer' && typeof node['default'] === 'string') node['default'] = Number(node['default']);
  delete node['$schema'];
  if (io === 'input') return node;
  delete node['propertyNames'];
  // Responses may gain fields.
  if (node['additionalProperties'] === false) delete node['additionalProperties'];
  return mergeNull(node);
}

/** A zod schema as JSON Schema; named schemas are in `#/components/schemas`. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema & { readonly $defs?: Readonly<Record<string, JsonSchema>> } {
  const text = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' })).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? simplify(value as JsonNode, io) : value,
  ) as JsonSchema;
}

/** The schema of a parameter or a request body. */
export const inputJsonSchema = (schema: z.ZodType): JsonSchema => toJsonSchema(schema, 'input');

/** The response schemas of all endpoints by name, and the named schemas that they refer to. */
export function responseSchemas(): { responses: Readonly<Record<string, JsonSchema>>; named: Readonly<Record<string, JsonSchema>> } {
  const responses = [...endpoints.values()].flatMap(({ name, response }) => (response ? [[name, response]] : []));
  const { properties = {}, $defs = {} } = toJsonSchema(z.object({ ...Object.fromEntries(responses), error: ApiErrorBody }), 'output');
  return { responses: properties, named: Object.fromEntries(Object.entries($defs).toSorted(([a], [b]) => (a < b ? -1 : 1))) };
}
