import { z } from 'zod';
import type { JsonSchema } from '#server/api-docs/json-schema';
import type { AnyEndpointDocs } from '#server/api-docs/endpoint-docs';
import type { Parameter } from '#server/api-docs/open-api';

/** What zod checks by a pattern although its format or type says it already. */
const formatsWithoutPattern = new Set<unknown>(['uuid', 'date-time']);

/** A schema of what comes in, as JSON Schema. */
export function inputJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: node }) => {
      if (node.type === 'integer' && typeof node.default === 'string') node.default = Number(node.default);
      if (node.type === 'integer' || formatsWithoutPattern.has(node.format)) delete node.pattern;
      if (node.format === 'starts_with') delete node.format;
    },
  });
  return found as JsonSchema;
}

function toParameter(name: string, location: Parameter['in'], required: boolean, jsonSchema: JsonSchema): Parameter {
  const { description, ...schema } = jsonSchema;
  return { name, in: location, required, ...(description === undefined ? {} : { description }), schema };
}

/** The parameters of a call: those of its headers, of its path, and of its query string. */
export function parametersOf({ headers, params, query }: AnyEndpointDocs): readonly Parameter[] {
  const named = [
    ...Object.entries(headers ?? {}).map(([name, description]) => toParameter(name, 'header', true, { description, type: 'string' })),
    ...Object.entries(params ?? {}).map(([name, schema]) => toParameter(name, 'path', true, inputJsonSchema(schema))),
  ];
  if (!query) return named;
  const { properties = {}, required = [] } = inputJsonSchema(query);
  return [...named, ...Object.entries(properties).map(([name, schema]) => toParameter(name, 'query', required.includes(name), schema))];
}
