import type { JsonSchema } from '#server/api-docs/json-schema';
import type { Operation } from '#server/api-docs/open-api';

/** A value for a field in an example: one that the schema names, else the field's name in capitals, for the reader to replace. */
const scalarExample = (name: string, { examples, enum: values }: JsonSchema): string | number =>
  examples?.[0] ?? values?.[0] ?? name.toUpperCase();

/** The fields that must be there. */
function objectExample({ properties = {}, required = [] }: JsonSchema): object {
  const requiredFields = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    requiredFields.map(([name, schema]) => [name, schema.properties ? objectExample(schema) : scalarExample(name, schema)]),
  );
}

/** A call as one types it into a shell; `jar` and `token` are those of the page's first part. */
export function curlCommand(origin: string, method: string, path: string, { parameters = [], security, requestBody }: Operation): string {
  const requiredParameters = (location: string) =>
    parameters
      .filter((parameter) => parameter.in === location && parameter.required)
      .map(({ name, schema }): [string, string] => [name, String(scalarExample(name, schema))]);
  const url = requiredParameters('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), `${origin}/api${path}`);
  const query = new URLSearchParams(requiredParameters('query')).toString();
  const body = requestBody?.content['application/json']?.schema;
  const requiresScheme = (scheme: string) => security.some((parameter) => scheme in parameter);
  return [
    'curl',
    ...(requiresScheme('session') ? ['-b jar'] : []),
    ...(requiresScheme('crossSite') ? ['-c jar'] : []),
    ...(method === (body ? 'post' : 'get') ? [] : [`-X ${method.toUpperCase()}`]),
    ...(requiresScheme('crossSite') ? [`-H "X-XSRF-TOKEN: $(token)"`] : []),
    ...requiredParameters('header').map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(objectExample(body))}'`] : []),
    `'${url}${query === '' ? '' : `?${query}`}'`,
  ].join(' ');
}
