import type { Access } from '#domain/endpoint';
import type { Operation } from '#server/api-docs/open-api';
import { SchemaField, Fields, SchemaText } from '#api-docs/schema-text';
import type { JsonSchema } from '#server/api-docs/json-schema';

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
function curlCommand(origin: string, method: string, path: string, { parameters = [], security, requestBody }: Operation): string {
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

const accessLabels: Readonly<Record<Access, string>> = {
  anyone: 'Anyone',
  'signed-in': 'Any signed-in user',
  admin: 'Admins only',
  outside: 'Other programs, without a session cookie',
};

/** An endpoint of the document. */
export interface DocumentedOperation {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly operation: Operation;
}

function SuccessResponse({ operation: { responses } }: Pick<DocumentedOperation, 'operation'>) {
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  const [mediaType, content] = Object.entries(response?.content ?? {})[0] ?? [];
  return (
    <>
      <dt>Response</dt>
      <dd>
        <code>{status}</code>{' '}
        {content && (
          <>
            {mediaType === 'application/json' ? <SchemaText schema={content.schema} /> : <code>{mediaType}</code>}
            {'. '}
          </>
        )}
        {response?.description}
      </dd>
    </>
  );
}

function RequestDetails({ operation: { parameters, requestBody } }: Pick<DocumentedOperation, 'operation'>) {
  const body = requestBody?.content['application/json']?.schema;
  return (
    <>
      {parameters && (
        <>
          <h4>Parameters</h4>
          <ul className="fields">
            {parameters.map(({ name, in: location, required, schema, description }) => (
              <SchemaField
                key={name}
                name={name}
                schema={description === undefined ? schema : { ...schema, description }}
                note={`in the ${location}${required ? ', required' : ''}: `}
                notedPresence="required"
              />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <Fields schema={body} notedPresence="required" />
        </>
      )}
    </>
  );
}

/** An endpoint: its access, rate limit, input, response and errors, with an example for the shell. */
export function OperationCard({ call, origin }: { readonly call: DocumentedOperation; readonly origin: string }) {
  const { method, path, operation } = call;
  return (
    <article className="card" id={operation.operationId}>
      <h3>
        <span className={`tag ${method}`}>{method.toUpperCase()}</span> <code className="path">/api{path}</code>
      </h3>
      <p>{operation.summary}</p>
      <dl className="facts">
        <dt>Access</dt>
        <dd>{accessLabels[operation['x-access']]}</dd>
        {operation['x-limits'].length > 0 && (
          <>
            <dt>Rate limit</dt>
            <dd>{operation['x-limits'].join('; ')}</dd>
          </>
        )}
        <SuccessResponse operation={operation} />
      </dl>
      <RequestDetails operation={operation} />
      <h4>Errors</h4>
      <ul className="fields">
        {operation['x-refusals'].map(({ status, code, says }) => (
          <li key={code}>
            <code>
              {status} {code}
            </code>
            <span className="says">{says}</span>
          </li>
        ))}
      </ul>
      <pre>{curlCommand(origin, method, path, operation)}</pre>
    </article>
  );
}
