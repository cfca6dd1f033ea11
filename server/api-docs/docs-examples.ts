import type { JsonSchema, Operation } from '#server/api-docs/open-api';
import { markup, type Markup } from '#server/http/styled-page';

/** An endpoint of the document; its path is below `/api`. */
export interface ExampleCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

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

/** The required parameters of a call in one place, with example values. */
const requiredParameters = ({ operation: { parameters = [] } }: ExampleCall, location: string): [string, string][] =>
  parameters
    .filter((parameter) => parameter.in === location && parameter.required)
    .map(({ name, schema }) => [name, String(scalarExample(name, schema))]);

/** The address of a call with example parameters. */
function exampleUrl(origin: string, call: ExampleCall): string {
  const url = requiredParameters(call, 'path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    `${origin}/api${call.path}`,
  );
  const query = new URLSearchParams(requiredParameters(call, 'query')).toString();
  return `${url}${query === '' ? '' : `?${query}`}`;
}

const UPLOAD_TYPE = 'application/octet-stream';
const EXAMPLE_FILE = 'boards.ndjson';

/** What a call sends, as each language writes it: a file, or the required fields of a JSON body; null for nothing. */
function exampleBody({ operation }: ExampleCall) {
  const content = operation.requestBody?.content ?? {};
  if (UPLOAD_TYPE in content)
    return {
      type: UPLOAD_TYPE,
      curl: `-T ${EXAMPLE_FILE}`,
      typeScript: `await openAsBlob('${EXAMPLE_FILE}')`,
      python: `data=open('${EXAMPLE_FILE}', 'rb')`,
    };
  const schema = content['application/json']?.schema;
  if (!schema) return null;
  const json = JSON.stringify(objectExample(schema));
  return { type: 'application/json', curl: `-d '${json}'`, typeScript: `JSON.stringify(${json})`, python: `json=${json}` };
}

/** Where the page puts the key that the reader enters. */
const keyPlaceholder = markup`<span class="key">YOUR_KEY</span>`;

/** A request as a shell command; the first section of the page defines `jar` and `token`. */
function curlCommand(origin: string, call: ExampleCall): Markup {
  const { method, operation } = call;
  const requiresScheme = (scheme: string) => operation.security.some((requirement) => scheme in requirement);
  const isByKey = requiresScheme('apiKey');
  const body = exampleBody(call);
  const curlMethod = body === null ? 'get' : body.type === UPLOAD_TYPE ? 'put' : 'post';
  const isCrossSiteChecked = !isByKey && requiresScheme('crossSite');
  const before = [
    'curl',
    ...(!isByKey && requiresScheme('session') ? ['-b jar'] : []),
    ...(isCrossSiteChecked ? ['-c jar'] : []),
    ...(method === curlMethod ? [] : [`-X ${method.toUpperCase()}`]),
    ...(isCrossSiteChecked ? [`-H "X-XSRF-TOKEN: $(token)"`] : []),
  ].join(' ');
  const after = [
    ...requiredParameters(call, 'header').map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body ? [`-H 'content-type: ${body.type}' ${body.curl}`] : []),
    `'${exampleUrl(origin, call)}'`,
  ].join(' ');
  return markup`${before}${isByKey && markup` -H 'Authorization: Bearer ${keyPlaceholder}'`} ${after}`;
}

/** How programs with a key write a call; other calls are those of browsers. */
function keyExamples(origin: string, call: ExampleCall): readonly (readonly [language: string, code: Markup])[] {
  const { method, operation } = call;
  if (!operation.security.some((requirement) => 'apiKey' in requirement)) return [];
  const url = exampleUrl(origin, call);
  const [success] = Object.values(operation.responses);
  const isJson = success?.content === undefined || 'application/json' in success.content;
  const methodOption = method === 'get' ? '' : `method: '${method.toUpperCase()}', `;
  const body = exampleBody(call);
  const isUpload = body?.type === UPLOAD_TYPE;
  return [
    [
      'TypeScript',
      markup`${isUpload && "import { openAsBlob } from 'node:fs';\n\n"}const response = await fetch('${url}', {
  ${methodOption}headers: { authorization: 'Bearer ${keyPlaceholder}'${body && `, 'content-type': '${body.type}'`} },${body && `\n  body: ${body.typeScript},`}
});
if (!response.ok) throw new Error((await response.json()).error);
const answer = await response.${isJson ? 'json' : 'text'}();`,
    ],
    [
      'Python',
      markup`import requests

response = requests.${method}(
    '${url}',
    headers={'Authorization': 'Bearer ${keyPlaceholder}'${isUpload && `, 'Content-Type': '${UPLOAD_TYPE}'`}},${body && `\n    ${body.python},`}
    timeout=30,
)
response.raise_for_status()
answer = response.${isJson ? 'json()' : 'text'}`,
    ],
  ];
}

/** The examples of a call, each with a button that copies it. */
export const examplesOf = (origin: string, call: ExampleCall): readonly Markup[] => [
  markup`<pre>${curlCommand(origin, call)}</pre>`,
  ...keyExamples(origin, call).map(([language, example]) => markup`<details><summary>${language}</summary><pre>${example}</pre></details>`),
];
