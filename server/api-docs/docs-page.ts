import type { Access } from '#domain/endpoint';
import { type ExampleCall, examplesOf } from '#server/api-docs/docs-examples';
import { docsScript } from '#server/api-docs/docs-script';
import { docsStyle } from '#server/api-docs/docs-style';
import type { JsonSchema, Operation } from '#server/api-docs/open-api';
import type { OpenApi } from '#server/api-docs/open-api-document';
import { markup, type Markup, type MarkupPart, styledPage, type StyledPage } from '#server/http/styled-page';

/** The page of the response types, beside one for each section. */
const TYPES = 'types';
const pathOfPage = (page: string): string => `/api/docs${page === '' ? '' : `/${page}`}`;

const code = (text: MarkupPart): Markup => markup`<code>${text}</code>`;

const joined = (parts: readonly MarkupPart[], separator: string): MarkupPart =>
  parts.map((part, index) => (index === 0 ? part : [separator, part]));

/** A text with the words between backticks as code. */
const textWithCode = (text: string): MarkupPart => text.split('`').map((part, index) => (index % 2 === 1 ? code(part) : part));

/** `1 to 100`, `at most 300`; empty without bounds. */
function rangeText(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (max !== undefined) return `at most ${max}`;
  return min === undefined ? '' : `at least ${min}`;
}

const formatTexts: Readonly<Record<string, string>> = { uuid: 'a UUID', 'date-time': 'a time (ISO 8601)' };
const typeTexts: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

/** A value that is neither an object nor a list: `whole number, 1 to 100`, `text, at most 100 characters`. */
function scalarText(schema: JsonSchema): MarkupPart {
  const { format = '', minimum, maximum, minLength, maxLength, pattern } = schema;
  const [type = 'anything', orNull] = [schema.type ?? []].flat();
  const bounds = rangeText(minimum, maximum);
  const length = rangeText(minLength, maxLength);
  const values = schema.enum?.filter((value) => value !== null);
  return [
    values ? [values.length > 1 && 'one of ', joined(values.map(code), ', ')] : (formatTexts[format] ?? typeTexts[type] ?? type),
    bounds && `, ${bounds}`,
    length && `, ${length} characters`,
    pattern !== undefined && [', matches ', code(pattern)],
    orNull && ' or null',
  ];
}

/** A schema as text, with a link to each named type. */
function schemaText(schema: JsonSchema): MarkupPart {
  const { $ref, anyOf, items, prefixItems, properties, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1);
    return markup`<a href="${pathOfPage(TYPES)}#type-${name}">${name}</a>`;
  }
  if (anyOf) return joined(anyOf.map(schemaText), ' or ');
  if (prefixItems) return ['list of ', joined(prefixItems.map(schemaText), ' and ')];
  if (items) return ['list of ', schemaText(items)];
  if (!properties && typeof additionalProperties === 'object') return ['object of ', schemaText(additionalProperties)];
  return scalarText(schema);
}

/** The object whose fields are listed below a field: the schema itself, its items, or an alternative. */
const nestedObject = ({ items, anyOf = [], ...schema }: JsonSchema): JsonSchema | undefined =>
  [schema, ...(items ? [items] : []), ...anyOf].find((candidate) => candidate.properties);

/** Which fields of an object are marked: the optional ones, or the required ones. */
type NotedPresence = 'optional' | 'required';

/** A field with its type and description. */
function fieldItem(name: string, schema: JsonSchema, note: string, noted: NotedPresence): Markup {
  const { default: defaultValue, description } = schema;
  const object = nestedObject(schema);
  const hasDefault = defaultValue !== undefined && typeof defaultValue !== 'object';
  return markup`<li>${code(name)} <span class="kind">${note}${schemaText(schema)}${hasDefault && ['; default ', code(String(defaultValue))]}</span>${
    description !== undefined && markup`<span class="says">${textWithCode(description)}</span>`
  }${object && fieldList(object, noted)}</li>`;
}

/** The fields of an object. */
function fieldList({ properties = {}, required = [] }: JsonSchema, noted: NotedPresence): Markup {
  const items = Object.entries(properties).map(([name, field]) =>
    fieldItem(name, field, required.includes(name) === (noted === 'required') ? `${noted}, ` : '', noted),
  );
  return markup`<ul class="fields">${items}</ul>`;
}

const accessLabels: Readonly<Record<Access, string>> = {
  anyone: 'Anyone',
  'signed-in': 'Any signed-in user',
  admin: 'Admins only',
  ingest: 'Admins, and programs with an ingest key',
  outside: 'Other programs, without a session cookie',
};

function successText({ responses }: Operation): MarkupPart {
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  const [mediaType, content] = Object.entries(response?.content ?? {})[0] ?? [];
  return [
    code(status),
    ' ',
    content && [mediaType === 'application/json' ? schemaText(content.schema) : code(mediaType), '. '],
    response?.description,
  ];
}

/** An endpoint: its access, rate limit, input, response and errors, with examples. */
function operationCard(call: ExampleCall, origin: string): Markup {
  const { method, path, operation } = call;
  const { parameters, requestBody, 'x-limits': limits, 'x-refusals': refusals } = operation;
  const body = requestBody?.content['application/json']?.schema;
  const parameterItems = parameters?.map(({ name, in: location, required, schema, description }) =>
    fieldItem(
      name,
      description === undefined ? schema : { ...schema, description },
      `in the ${location}${required ? ', required' : ''}: `,
      'required',
    ),
  );
  const errorItems = refusals.map(
    ({ status, code: name, says }) => markup`<li>${code([status, ' ', name])}<span class="says">${says}</span></li>`,
  );
  return markup`<article class="card" id="${operation.operationId}">
<h2><span class="tag ${method}">${method.toUpperCase()}</span> <code class="path">/api${path}</code></h2><p>${operation.summary}</p>
<dl class="facts"><dt>Access</dt><dd>${accessLabels[operation['x-access']]}</dd>
${limits.length > 0 && markup`<dt>Rate limit</dt><dd>${limits.join('; ')}</dd>`}
<dt>Response</dt><dd>${successText(operation)}</dd></dl>
${parameterItems && markup`<h3>Parameters</h3><ul class="fields">${parameterItems}</ul>`}
${body && markup`<h3>Body</h3>${fieldList(body, 'required')}`}
<h3>Errors</h3><ul class="fields">${errorItems}</ul>
${examplesOf(origin, call)}
</article>`;
}

const pageOf = (section: string): string => section.toLowerCase().replaceAll(' ', '-');

const callsIn = ({ paths }: OpenApi, section: string): readonly ExampleCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(section))
      .map(([method, operation]) => ({ method, path, operation })),
  );

const section = (id: string, title: string, content: MarkupPart): Markup =>
  markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${content}</section>`;

/** What a search for an endpoint looks at. */
const wordsOf = ({ method, path, operation: { summary, parameters = [] } }: ExampleCall): string =>
  [method, path, summary, ...parameters.map(({ name }) => name)].join(' ').toLowerCase();

function tableOfContents(document: OpenApi, shownPage: string): Markup {
  const linkTo = (page: string, text: string, more?: Markup) =>
    markup`<li><a href="${pathOfPage(page)}"${page === shownPage && markup` aria-current="page"`}>${text}</a>${more}</li>`;
  const sections = document.tags.map(({ name }) => {
    const calls = callsIn(document, name).map(
      (call) =>
        markup`<li data-words="${wordsOf(call)}"><a href="${pathOfPage(pageOf(name))}#${call.operation.operationId}">${call.method.toUpperCase()} ${call.path}</a></li>`,
    );
    return linkTo(pageOf(name), name, markup`<ul>${calls}</ul>`);
  });
  return markup`<nav class="contents" id="contents" aria-label="Contents">
<p data-scripted hidden><label for="search">Find an endpoint</label><input id="search" type="search" autocomplete="off"><output id="found"></output></p>
<ul>${linkTo('', 'Requests and errors')}${sections}${linkTo(TYPES, 'Response types')}</ul></nav>`;
}

/** How programs and browsers say who they are. */
function requestsText({ components }: OpenApi, origin: string): Markup {
  const { session, crossSite } = components.securitySchemes;
  return markup`<p>Requests and responses are JSON. Programs send an API key as a header; with Premium, create one at <a href="/account">your account</a>. It reads what you see, within your limits, and changes nothing. A key in a URL is refused.</p>
<pre>curl -H 'Authorization: Bearer <span class="key">YOUR_KEY</span>' '${origin}/api/boards?query=etsy'</pre>
<p>Browsers are identified by the ${code(session.name)} cookie from <code>GET /api/sessions</code>. Requests that change data also send ${code(crossSite.name)} with the value of the XSRF cookie. Signing in renews both. Cross-site requests are rejected.</p>
<pre>curl -c jar '${origin}/api/sessions'
token() { awk '$6 ~ /XSRF-TOKEN$/ { print $7 }' jar; }
curl -b jar -c jar -H "X-XSRF-TOKEN: $(token)" -H 'content-type: application/json' -d '{"email":"you@example.com","password":"PASSWORD"}' '${origin}/api/auth/login'</pre>
<p>Assistants connect to ${code(`${origin}/mcp`)} (Model Context Protocol) with the same key, or without one: then they ask you in your browser.</p>`;
}

/** Puts a key into the examples. It is neither stored nor sent. */
const keyField = markup`<p class="enter-key" data-scripted hidden><label for="key">Your API key, for the examples</label><input id="key" type="password" autocomplete="off" spellcheck="false"><span class="says">It stays in the memory of this page.</span></p>`;

const errorsText = ({ components: { schemas } }: OpenApi): Markup =>
  markup`<p>The body of every error response has these fields:</p>
${schemas['ApiErrorBody'] && fieldList(schemas['ApiErrorBody'], 'optional')}
<p><code>500</code> and <code>503</code> are errors on our side; a call that our database does not answer within seconds gets a <code>503</code>. The <code>retry-after</code> header of a <code>503</code> says when to try again.</p>`;

const typeCards = ({ components }: OpenApi): readonly Markup[] =>
  Object.entries(components.schemas).map(
    ([name, schema]) => markup`<article class="card" id="type-${name}"><h2><code class="path">${name}</code></h2>
${schema.description !== undefined && markup`<p>${textWithCode(schema.description)}</p>`}
${schema.properties ? fieldList(schema, 'optional') : schemaText(schema)}</article>`,
  );

/** The pages of the API documentation by name, rendered from the OpenAPI document: an overview (empty name), one per section, and the types. */
export function docsPages(document: OpenApi, brand: string, origin: string): ReadonlyMap<string, StyledPage> {
  const render = (page: string, title: string, content: MarkupPart): readonly [string, StyledPage] => [
    page,
    styledPage({
      title: page === '' ? `API · ${brand}` : `${title} · API · ${brand}`,
      brand,
      style: docsStyle,
      script: docsScript,
      isListed: true,
      start: markup`<a class="skip" href="#content">Skip to content</a>`,
      bar: markup`<span>API v${document.info.version}</span><a class="end" href="#contents">Contents</a><a href="/">Back to site</a>`,
      body: markup`<div class="frame">
${tableOfContents(document, page)}
<main id="content" tabindex="-1">
<h1>${title}</h1>
${page !== TYPES && keyField}
${content}
</main>
</div>`,
    }),
  ];
  return new Map([
    render('', 'API', [
      markup`<p>${textWithCode(document.info.description)} Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>`,
      section('requests', 'Requests', requestsText(document, origin)),
      section('errors', 'Errors', errorsText(document)),
    ]),
    ...document.tags.map(({ name }) =>
      render(
        pageOf(name),
        name,
        callsIn(document, name).map((call) => operationCard(call, origin)),
      ),
    ),
    render(TYPES, 'Response types', typeCards(document)),
  ]);
}
