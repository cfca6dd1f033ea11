import type { Access } from '#domain/endpoint';
import { curlCommand } from '#server/api-docs/curl-command';
import type { Operation } from '#server/api-docs/open-api';
import { Field, Fields, SchemaText } from '#api-docs/schema-text';

const accessLabels: Readonly<Record<Access, string>> = {
  anyone: 'Anyone',
  'signed-in': 'Whoever is signed in',
  admin: 'Administrators',
  outside: 'Other programs, without a session',
};

/** One call of the document. */
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
      <dt>Answer</dt>
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
              <Field
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

/** A call: who may make it, what it takes, what it answers and refuses, and an example for the shell. */
export function OperationCard({ call, origin }: { readonly call: DocumentedOperation; readonly origin: string }) {
  const { method, path, operation } = call;
  return (
    <article className="card" id={operation.operationId}>
      <h3>
        <span className={`tag ${method}`}>{method.toUpperCase()}</span> <code className="path">/api{path}</code>
      </h3>
      <p>{operation.summary}</p>
      <dl className="facts">
        <dt>Who</dt>
        <dd>{accessLabels[operation['x-access']]}</dd>
        {operation['x-limits'].length > 0 && (
          <>
            <dt>How often</dt>
            <dd>{operation['x-limits'].join('; ')}</dd>
          </>
        )}
        <SuccessResponse operation={operation} />
      </dl>
      <RequestDetails operation={operation} />
      <h4>Refusals</h4>
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
