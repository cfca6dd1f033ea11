import type { JsonSchema } from '#server/api-docs/json-schema';
import type { Operation } from '#server/api-docs/open-api';

/** A value for a field in an example: one that the schema names, else the field's name in capitals, for the reader to replace. */
const plainExample = (name: string, { examples, enum: values }: JsonSchema): string | number =>
  examples?.[0] ?? values?.[0] ?? name.toUpperCase();

/** The fields that must be there. */
function objectExample({ properties = {}, required = [] }: JsonSchema): object {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name));
  return Object.fromEntries(wanted.map(([name, schema]) => [name, schema.properties ? objectExample(schema) : plainExample(name, schema)]));
}

/** A call as one types it into a shell; `jar` and `token` are those of the page's first part. */
export function curlOf(origin: string, method: string, path: string, { parameters = [], security, requestBody }: Operation): string {
  const given = (place: string) =>
    parameters
      .filter((one) => one.in === place && one.required)
      .map(({ name, schema }): [string, string] => [name, String(plainExample(name, schema))]);
  const address = given('path').reduce((text, [name, value]) => text.replace(`{${name}}`, value), `${origin}/api${path}`);
  const query = new URLSearchParams(given('query')).toString();
  const body = requestBody?.content['application/json']?.schema;
  const wants = (scheme: string) => security.some((one) => scheme in one);
  return [
    'curl',
    ...(wants('session') ? ['-b jar'] : []),
    ...(wants('crossSite') ? ['-c jar'] : []),
    ...(method === (body ? 'post' : 'get') ? [] : [`-X ${method.toUpperCase()}`]),
    ...(wants('crossSite') ? [`-H "X-XSRF-TOKEN: $(token)"`] : []),
    ...given('header').map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-H 'content-type: application/json' -d '${JSON.stringify(objectExample(body))}'`] : []),
    `'${address}${query === '' ? '' : `?${query}`}'`,
  ].join(' ');
}
