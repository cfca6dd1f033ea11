import type { JsonSchema, Operation } from '#server/api-docs/open-api';
import type { OpenApi } from '#server/api-docs/open-api-document';

/** An operation of the OpenAPI document. */
export interface DocumentedOperation {
  /** The endpoint: `GET /boards/:id`. */
  readonly endpoint: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/boards/{id}`. */
  readonly path: string;
  readonly operation: Operation;
}

export const documentedOperations = ({ paths }: OpenApi): readonly DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase() as DocumentedOperation['method'];
      return { endpoint: `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, method, path, operation };
    }),
  );

/** The schema of an operation's body, if it has one. */
export const requestBodySchema = ({ requestBody }: Operation): JsonSchema | undefined => requestBody?.content['application/json']?.schema;
