import type { OpenApi } from '#server/api-docs/open-api';
import { docsStyle } from '#server/api-docs/docs-style';
import { type DocumentedOperation, OperationCard } from '#api-docs/operation-card';
import { Fields, SchemaText, TextWithCode } from '#api-docs/schema-text';

const anchorOf = (section: string): string => section.toLowerCase().replaceAll(' ', '-');

const operationsIn = ({ paths }: OpenApi, section: string): readonly DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(section))
      .map(([method, operation]) => ({ method, path, operation })),
  );

function TableOfContents({ document }: { readonly document: OpenApi }) {
  return (
    <nav className="contents" aria-label="Contents">
      <ul>
        <li>
          <a href="#calling">How to call</a>
        </li>
        <li>
          <a href="#refusals">When a call is refused</a>
        </li>
        {document.tags.map(({ name }) => (
          <li key={name}>
            <a href={`#${anchorOf(name)}`}>{name}</a>
            <ul>
              {operationsIn(document, name).map(({ method, path, operation }) => (
                <li key={operation.operationId}>
                  <a href={`#${operation.operationId}`}>
                    {method.toUpperCase()} {path}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li>
          <a href="#shapes">Shapes of answers</a>
        </li>
      </ul>
    </nav>
  );
}

/** What one does before the first call that changes something. */
function HowToCall({ document, origin }: { readonly document: OpenApi; readonly origin: string }) {
  const { session, crossSite } = document.components.securitySchemes;
  const token = `token() { awk '$6 == "XSRF-TOKEN" { print $7 }' jar; }`;
  const signIn = `curl -b jar -c jar -H "X-XSRF-TOKEN: $(token)" -H 'content-type: application/json' -d '{"email":"you@example.com","password":"PASSWORD"}' '${origin}/api/auth/login'`;
  return (
    <section aria-labelledby="calling">
      <h2 id="calling">How to call</h2>
      <p>
        Calls and answers are JSON. Who calls is known by the cookie <code>{session?.name}</code>, which <code>GET /api/sessions</code>{' '}
        gives. A call that changes something also sends the header <code>{crossSite?.name}</code>: the value of the cookie that came with
        the session’s. Signing in gives both anew. Pages of other sites are refused.
      </p>
      <pre>{[`curl -c jar '${origin}/api/sessions'`, token, signIn].join('\n')}</pre>
    </section>
  );
}

function ErrorsSection({ document }: { readonly document: OpenApi }) {
  const { ApiErrorBody } = document.components.schemas;
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">When a call is refused</h2>
      <p>The status says what kind of refusal it is, and the body always has these fields:</p>
      {ApiErrorBody && <Fields schema={ApiErrorBody} notedPresence="optional" />}
      <p>
        <code>500</code> and <code>503</code> are faults on our side; a <code>503</code> says in the header <code>retry-after</code> when to
        try again.
      </p>
    </section>
  );
}

function SchemasSection({ document }: { readonly document: OpenApi }) {
  return (
    <section aria-labelledby="shapes">
      <h2 id="shapes">Shapes of answers</h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <article className="card" id={`shape-${name}`} key={name}>
          <h3>
            <code className="path">{name}</code>
          </h3>
          {schema.description !== undefined && (
            <p>
              <TextWithCode text={schema.description} />
            </p>
          )}
          {schema.properties ? <Fields schema={schema} notedPresence="optional" /> : <SchemaText schema={schema} />}
        </article>
      ))}
    </section>
  );
}

/** The documentation of the API for people, made from its document; `origin` is where this site is reached. */
export function DocsPage({ document, brand, origin }: { readonly document: OpenApi; readonly brand: string; readonly origin: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`API · ${brand}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style>{docsStyle}</style>
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the calls
        </a>
        <header className="bar">
          <a href="/">{brand}</a>
          <span>v{document.info.version}</span>
        </header>
        <div className="frame">
          <TableOfContents document={document} />
          <main id="content" tabIndex={-1}>
            <h1>API</h1>
            <p>
              {document.info.description} For programs: <a href="/api/openapi.json">the same as OpenAPI 3.1</a>.
            </p>
            <HowToCall document={document} origin={origin} />
            <ErrorsSection document={document} />
            {document.tags.map(({ name }) => (
              <section aria-labelledby={anchorOf(name)} key={name}>
                <h2 id={anchorOf(name)}>{name}</h2>
                {operationsIn(document, name).map((call) => (
                  <OperationCard key={call.operation.operationId} call={call} origin={origin} />
                ))}
              </section>
            ))}
            <SchemasSection document={document} />
          </main>
        </div>
      </body>
    </html>
  );
}
