import { z } from 'zod';
import type { SandboxPart } from '#server/linked-accounts/sandbox/faults';
import type { SandboxPublishing } from '#server/linked-accounts/sandbox/publishing';
import type { RateClass } from '#server/linked-accounts/sandbox/rate-limits';

/** The account whose token a call carries, and what the call's path names. */
export interface CallContext {
  readonly username: string;
  /** The group `id` of the path. */
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
  readonly nowMs: number;
  readonly publishing: SandboxPublishing;
  /** Where the sandbox is reached, for addresses in its answers. */
  readonly origin: string;
}

/** One call of Pinterest's API: where it is, what it needs, and how the sandbox answers. */
export interface SandboxCall {
  readonly part: SandboxPart;
  /** Creates something; other calls are `GET`. */
  readonly method?: 'POST';
  /** Matches the path below the base, with its parameters as named groups. */
  readonly path: RegExp;
  readonly scopes: readonly string[];
  readonly rateClass: RateClass;
  /** Whether an app with Trial access may not make it. */
  readonly isForStandard?: boolean;
  /** Parses the query or the body and answers; null when it has an unknown field or a wrong value. */
  readonly answer: (input: unknown, context: CallContext) => { readonly status: number; readonly body: unknown } | null;
}

/**
 * A call with the fields of its query or body; one that Pinterest does not know is refused. `respond` returns the body, null for a wrong
 * value, or undefined for what the account does not have.
 */
export function call<Fields extends z.ZodRawShape>(
  facts: Omit<SandboxCall, 'answer'>,
  fields: Fields,
  respond: (input: z.output<z.ZodObject<Fields, z.core.$strict>>, context: CallContext) => unknown,
): SandboxCall {
  const schema = z.strictObject(fields);
  return {
    ...facts,
    answer: (input, context) => {
      const { success, data } = schema.safeParse(input);
      const body = success ? respond(data, context) : null;
      if (body === undefined) return { status: 404, body: { code: 50, message: 'Pin not found.' } };
      return body === null ? null : { status: facts.method === 'POST' ? 201 : 200, body };
    },
  };
}
