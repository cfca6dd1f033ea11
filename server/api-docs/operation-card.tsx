import type { Access } from '#domain/endpoint';
import { curlCommand } from '#server/api-docs/curl-command';
import type { Operation } from '#server/api-docs/open-api';
import { SchemaField, Fields, SchemaText } from '#api-docs/schema-text';

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
