import type { OpenApi } from '#server/api-docs/open-api-document';
import { docsStyle } from '#server/api-docs/docs-style';
import { type DocumentedOperation, OperationCard } from '#api-docs/operation-card';
import { Mark } from '#server/http/mark';
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
    <nav className="contents" id="contents" aria-label="Contents">
      <ul>
        <li>
          <a href="#requests">Requests</a>
        </li>
        <li>
          <a href="#errors">Errors</a>
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
          <a href="#types">Response types</a>
        </li>
      </ul>
    </nav>
  );
}

/** How to get a session and a CSRF token, and how to sign in. */
function Requests({ document, origin }: { readonly document: OpenApi; readonly origin: string }) {
  const { session, crossSite } = document.components.securitySchemes;
  const token = `token() { awk '$6 ~ /XSRF-TOKEN$/ { print $7 }' jar; }`;
  const signIn = `curl -b jar -c jar -H "X-XSRF-TOKEN: $(token)" -H 'content-type: application/json' -d '{"email":"you@example.com","password":"PASSWORD"}' '${origin}/api/auth/login'`;
  return (
    <section aria-labelledby="requests">
      <h2 id="requests">Requests</h2>
      <p>
        Requests and responses are JSON. You’re identified by the <code>{session.name}</code> cookie from <code>GET /api/sessions</code>.
        Requests that change data also send <code>{crossSite.name}</code> with the value of the XSRF cookie. Signing in renews both.
        Cross-site requests are rejected.
      </p>
      <pre>{[`curl -c jar '${origin}/api/sessions'`, token, signIn].join('\n')}</pre>
    </section>
  );
}

function ErrorsSection({ document }: { readonly document: OpenApi }) {
  const { ApiErrorBody } = document.components.schemas;
  return (
    <section aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      <p>The body of every error response has these fields:</p>
      {ApiErrorBody && <Fields schema={ApiErrorBody} notedPresence="optional" />}
      <p>
        <code>500</code> and <code>503</code> are errors on our side; a call that our database does not answer within seconds gets a
        <code>503</code>. The <code>retry-after</code> header of a <code>503</code> says when to try again.
      </p>
    </section>
  );
}

function SchemasSection({ document }: { readonly document: OpenApi }) {
  return (
    <section aria-labelledby="types">
      <h2 id="types">Response types</h2>
      {Object.entries(document.components.schemas).map(([name, schema]) => (
        <article className="card" id={`type-${name}`} key={name}>
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

/** The API documentation as a page, rendered from the OpenAPI document. */
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
          Skip to content
        </a>
        <header className="bar">
          <a className="brand" href="/">
            <Mark />
            {brand}
          </a>
          <span>API v{document.info.version}</span>
          <a className="end" href="#contents">
            Contents
          </a>
          <a href="/">Back to site</a>
        </header>
        <div className="frame">
          <TableOfContents document={document} />
          <main id="content" tabIndex={-1}>
            <h1>API</h1>
            <p>
              {document.info.description} Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>.
            </p>
            <Requests document={document} origin={origin} />
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
