import { z } from 'zod';
import { sandboxProfile } from '#server/linked-accounts/sandbox/accounts';
import type { RateClass } from '#server/linked-accounts/sandbox/rate-limits';

/** The account whose token a call carries, and the groups of the call's path. */
export interface CallContext {
  readonly username: string;
  readonly params: Readonly<Record<string, string>>;
}

/** One call of Pinterest's API: where it is, what it needs, and how the sandbox answers. */
export interface SandboxCall {
  /** Matches the path below the base, with its parameters as named groups. */
  readonly path: RegExp;
  readonly scopes: readonly string[];
  readonly rateClass: RateClass;
  /** Parses the query and answers; null when the query has an unknown parameter or a wrong value. */
  readonly answer: (query: unknown, context: CallContext) => { readonly status: number; readonly body: unknown } | null;
}

/** A call whose query is checked by a strict schema, so that a parameter that Pinterest does not know is refused. */
function call<Query extends z.ZodType>(
  facts: Omit<SandboxCall, 'answer'>,
  query: Query,
  respond: (query: z.output<Query>, context: CallContext) => unknown,
): SandboxCall {
  return {
    ...facts,
    answer: (input, context) => {
      const parsed = query.safeParse(input);
      return parsed.success ? { status: 200, body: respond(parsed.data, context) } : null;
    },
  };
}

const adAccount = { ad_account_id: z.string().regex(/^\d{1,18}$/).optional() }; // prettier-ignore

/** The calls that the sandbox answers. */
export const sandboxCalls: readonly SandboxCall[] = [
  call({ path: /^user_account$/, scopes: ['user_accounts:read'], rateClass: 'org_read' }, z.strictObject(adAccount), (_, { username }) =>
    sandboxProfile(username),
  ),
];
