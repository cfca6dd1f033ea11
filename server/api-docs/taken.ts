import { z } from 'zod';
import type { JsonSchema } from '#server/api-docs/json-schema';
import type { AnyLine } from '#server/api-docs/line';
import type { Parameter } from '#server/api-docs/open-api';

/** What zod checks by a pattern although its format or type says it already. */
const saidOtherwise = new Set<unknown>(['uuid', 'date-time']);

/** A schema of what comes in, as JSON Schema. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...found } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: one }) => {
      if (one.type === 'integer' && typeof one.default === 'string') one.default = Number(one.default);
      if (one.type === 'integer' || saidOtherwise.has(one.format)) delete one.pattern;
      if (one.format === 'starts_with') delete one.format;
    },
  });
  return found as JsonSchema;
}

function parameter(name: string, place: Parameter['in'], required: boolean, given: JsonSchema): Parameter {
  const { description, ...schema } = given;
  return { name, in: place, required, ...(description === undefined ? {} : { description }), schema };
}

/** The parameters of a call: those of its headers, of its path, and of its query string. */
export function parametersOf({ headers, params, query }: AnyLine): readonly Parameter[] {
  const named = [
    ...Object.entries(headers ?? {}).map(([name, description]) => parameter(name, 'header', true, { description, type: 'string' })),
    ...Object.entries(params ?? {}).map(([name, schema]) => parameter(name, 'path', true, jsonSchema(schema))),
  ];
  if (!query) return named;
  const { properties = {}, required = [] } = jsonSchema(query);
  return [...named, ...Object.entries(properties).map(([name, schema]) => parameter(name, 'query', required.includes(name), schema))];
}
