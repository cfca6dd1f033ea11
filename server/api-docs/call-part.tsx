import type { Access } from '#domain/api';
import { curlOf } from '#server/api-docs/curl';
import type { Operation } from '#server/api-docs/open-api';
import { Field, Fields, SchemaWords } from '#api-docs/schema-words';

const callers: Readonly<Record<Access, string>> = {
  anyone: 'Anyone',
  'signed-in': 'Whoever is signed in',
  admin: 'Administrators',
  outside: 'Other programs, without a session',
};

/** One call of the document. */
export interface Call {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly operation: Operation;
}

function Answer({ operation: { responses } }: Pick<Call, 'operation'>) {
  const [status = '', response] = Object.entries(responses)[0] ?? [];
  const [media, content] = Object.entries(response?.content ?? {})[0] ?? [];
  return (
    <>
      <dt>Answer</dt>
      <dd>
        <code>{status}</code>{' '}
        {content && (
          <>
            {media === 'application/json' ? <SchemaWords schema={content.schema} /> : <code>{media}</code>}
            {'. '}
          </>
        )}
        {response?.description}
      </dd>
    </>
  );
}

function Taken({ operation: { parameters, requestBody } }: Pick<Call, 'operation'>) {
  const body = requestBody?.content['application/json']?.schema;
  return (
    <>
      {parameters && (
        <>
          <h4>Parameters</h4>
          <ul className="fields">
            {parameters.map(({ name, in: place, required, schema, description }) => (
              <Field
                key={name}
                name={name}
                schema={description === undefined ? schema : { ...schema, description }}
                note={`in the ${place}${required ? ', required' : ''}: `}
                noting="required"
              />
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <Fields schema={body} noting="required" />
        </>
      )}
    </>
  );
}

/** A call: who may make it, what it takes, what it answers and refuses, and an example for the shell. */
export function CallPart({ call, origin }: { readonly call: Call; readonly origin: string }) {
  const { method, path, operation } = call;
  return (
    <article className="card" id={operation.operationId}>
      <h3>
        <span className={`tag ${method}`}>{method.toUpperCase()}</span> <code className="path">/api{path}</code>
      </h3>
      <p>{operation.summary}</p>
      <dl className="facts">
        <dt>Who</dt>
        <dd>{callers[operation['x-access']]}</dd>
        {operation['x-limits'].length > 0 && (
          <>
            <dt>How often</dt>
            <dd>{operation['x-limits'].join('; ')}</dd>
          </>
        )}
        <Answer operation={operation} />
      </dl>
      <Taken operation={operation} />
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
      <pre>{curlOf(origin, method, path, operation)}</pre>
    </article>
  );
}
