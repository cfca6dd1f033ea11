import type { z } from 'zod';
import { MINUTE_MS, SECOND_MS } from '#domain/durations';
import type { Limit } from '#domain/limits';

/** What attempts are counted by: the client IP, the account, the session, or the visitor (each falls back to the client IP), or everything together. */
export type LimitScope = 'client-ip' | 'user' | 'session' | 'visitor' | 'all';

/** A limit of an endpoint. */
export interface EndpointLimit extends Limit {
  readonly scope: LimitScope;
  /** Counted in the memory of each process: for frequent, cheap reads. */
  readonly inMemory?: true;
  /** The handler counts the request, once it knows whether the sender is genuine. Others are counted before anything is done. */
  readonly countedWhen?: 'genuine' | 'refused' | 'accepted';
  /** Hits of a signed-in user, of an in-memory limit only. */
  readonly signedInHits?: number;
}

const limitBy =
  (scope: LimitScope) =>
  (name: string, hits: number, windowMs: number): EndpointLimit => ({ name, hits, seconds: windowMs / SECOND_MS, scope });

export const perClientIp = limitBy('client-ip');
export const perUser = limitBy('user');
export const perSession = limitBy('session');
export const perVisitor = limitBy('visitor');
export const inTotal = limitBy('all');

export const inMemory = (limit: EndpointLimit, signedInHits = limit.hits): EndpointLimit => ({ ...limit, inMemory: true, signedInHits });

/** The limits of endpoints that state none. */
export const defaultLimits: readonly EndpointLimit[] = [inMemory(perClientIp('usual', 120, MINUTE_MS))];

/**
 * Who may call an endpoint. `ingest`: administrators, and programs with an ingest key of one. `outside`: other programs, which send no
 * session cookie; the handler verifies what they send.
 */
export type Access = 'anyone' | 'signed-in' | 'admin' | 'ingest' | 'outside';

/** Error codes that an endpoint may give its own reason for. */
export type DocumentedErrorCode =
  | 'invalid_input'
  | 'not_signed_in'
  | 'invalid_credentials'
  | 'premium_required'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'not_possible'
  | 'too_many'
  | 'unavailable';

/** All facts about an endpoint: its access, rate limits, documentation and client types derive from this record. */
interface EndpointDefinition {
  /** What the call does, in one sentence. */
  readonly summary: string;
  /** Not stated where the path says it, see `endpoint`. */
  readonly access?: Access;
  /** Whether a personal API key may call it, as its owner; only for reads of what the product shows, never of the account itself. */
  readonly isReadableByKey?: true;
  /** Whether the call is answered during maintenance, which administrators are not concerned by. */
  readonly isOpenInMaintenance?: boolean;
  readonly limits?: readonly EndpointLimit[];
  /** The time until the response starts, after which the call ends with 503; null: as long as it takes. Default: what calls get that only the database answers. */
  readonly deadlineMs?: number | null;
  /** Required request headers and what they contain. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The parameters in the path, by name. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Whether the body is a file of any size, which the handler reads as it arrives. */
  readonly isUpload?: true;
  /** The body of a successful response, which is empty without one. */
  readonly response?: z.ZodType;
  /** What a successful response contains, in one sentence. Default: nothing. */
  readonly returns?: string;
  /** Headers of a successful response and what they contain. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
  /** The status of a successful response, if it is not 200 (204 without a body). */
  readonly status?: 200 | 202 | 302;
  /** The content type of a successful response, if it is not JSON. */
  readonly mediaType?: 'text/csv' | 'text/html' | 'application/x-ndjson';
  /** Errors in addition to those that follow from access, input and limits, by code. */
  readonly errors?: Readonly<Partial<Record<DocumentedErrorCode, string>>>;
}

/** An endpoint with its name: method and path below `/api`. */
export type Endpoint = EndpointDefinition & Required<Pick<EndpointDefinition, 'access' | 'limits' | 'returns'>> & { readonly name: string };

/** Names whose paths say who may call them. */
type OwnName = `${Method} /${'admin/' | 'users/me/'}${string}`;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Defined<Name, D> = D & Required<Pick<EndpointDefinition, 'access' | 'limits' | 'returns'>> & { readonly name: Name };

/**
 * Defines an endpoint, such as `GET /boards/:id`. What is below `/admin/` is for administrators, and what is below `/users/me/`, for the user
 * who is signed in; other endpoints state their access.
 */
export function endpoint<
  const Name extends `${Method} /${string}`,
  D extends EndpointDefinition & (Name extends OwnName ? { readonly access?: never } : { readonly access: Access }),
>(name: Name, definition: D): Defined<Name, D> {
  const access: Access = name.includes(' /users/me/') ? 'signed-in' : 'admin';
  return { access, limits: defaultLimits, returns: 'Nothing.', ...definition, name };
}

/** A type whose fields and lists are read-only at every level. */
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** The value that a schema describes, read-only. */
export type Output<S extends z.ZodType> = DeepReadonly<z.output<S>>;

/** Query parameters as a caller writes them: parsed values are allowed too, since they are sent as text. */
type QueryInput<S extends z.ZodType, Parsed = z.output<S>> = {
  readonly [K in keyof z.input<S>]: K extends keyof Parsed ? z.input<S>[K] | Parsed[K] : z.input<S>[K];
};

type PartOf<E, Name extends string, Part> = E extends { readonly [N in Name]: unknown } ? { readonly [N in Name]: Part } : unknown;

/** The input and the response of an endpoint, as a client sees them; the response is null if it has no body. */
export type Call<E extends Endpoint> = PartOf<E, 'params', { readonly [N in keyof E['params']]: z.input<NonNullable<E['params']>[N]> }> &
  PartOf<E, 'query', E['query'] extends z.ZodObject ? QueryInput<E['query']> : never> &
  PartOf<E, 'body', E['body'] extends z.ZodType ? z.input<E['body']> : never> &
  (E extends { readonly isUpload: true } ? { readonly file: unknown } : unknown) & {
    readonly response: E extends { readonly response: infer Response extends z.ZodType } ? Output<Response> : null;
  };

/** How long a call may take that only the database answers, until its response starts. */
export const DATABASE_DEADLINE_MS = 5 * SECOND_MS;

/** How long one call to Paddle or Pinterest may take, while a user waits. */
export const PROVIDER_TIMEOUT_MS = 4 * SECOND_MS;

/** The deadline of an endpoint that calls Paddle or Pinterest this many times in sequence. */
export const deadlineWithProvider = (providerCalls: number): number => DATABASE_DEADLINE_MS + providerCalls * PROVIDER_TIMEOUT_MS;
