import type { JsonSchema } from '#server/api-docs/json-schema';
import type { Operation } from '#server/api-docs/open-api';

/** An example value of a field: one from the schema, or the field's name in capitals as a placeholder. */
const scalarExample = (name: string, { examples, enum: values }: JsonSchema): string | number =>
  examples?.[0] ?? values?.[0] ?? name.toUpperCase();

/** An example of the required fields. */
function objectExample({ properties = {}, required = [] }: JsonSchema): object {
  const requiredFields = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(
    requiredFields.map(([name, schema]) => [name, schema.properties ? objectExample(schema) : scalarExample(name, schema)]),
  );
}

/** A request as a shell command; the first section of the page defines `jar` and `token`. */
export function curlCommand(origin: string, method: string, path: string, { parameters = [], security, requestBody }: Operation): string {
  const requiredParameters = (location: string) =>
    parameters
      .filter((parameter) => parameter.in === location && parameter.required)
      .map(({ name, schema }): [string, string] => [name, String(scalarExample(name, schema))]);
  const url = requiredParameters('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), `${origin}/api${path}`);
  const query = new URLSearchParams(requiredParameters('query')).toString();
  const body = requestBody?.content['application/json']?.schema;
  const requiresScheme = (scheme: string) => security.some((requirement) => scheme in requirement);
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
