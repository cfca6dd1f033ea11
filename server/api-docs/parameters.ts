import type { Endpoint } from '#domain/endpoint';
import type { JsonSchema } from '#server/api-docs/json-schema';
import type { Parameter } from '#server/api-docs/open-api';
import { inputJsonSchema } from '#server/api-docs/schema-conversion';

function toParameter(name: string, location: Parameter['in'], required: boolean, jsonSchema: JsonSchema): Parameter {
  const { description, ...schema } = jsonSchema;
  return { name, in: location, required, ...(description === undefined ? {} : { description }), schema };
}

/** The parameters of an endpoint: headers, then the path, then the query string. */
export function parametersOf({ headers = {}, params = {}, query }: Endpoint): readonly Parameter[] {
  const { properties = {}, required = [] } = query ? inputJsonSchema(query) : {};
  return [
    ...Object.entries(headers).map(([name, description]) => toParameter(name, 'header', true, { description, type: 'string' })),
    ...Object.entries(params).map(([name, schema]) => toParameter(name, 'path', true, inputJsonSchema(schema))),
    ...Object.entries(properties).map(([name, schema]) => toParameter(name, 'query', required.includes(name), schema)),
  ];
}
