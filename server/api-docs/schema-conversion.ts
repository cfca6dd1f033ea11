import { z } from 'zod';
import { endpoints } from '#domain/api';
import { ApiErrorBody } from '#domain/site/contract';
import type { JsonSchema } from '#server/api-docs/open-api';

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
