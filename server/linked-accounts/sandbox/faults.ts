import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#domain/durations';

/** The calls of the sandbox, by which faults are switched. */
export const sandboxParts = [
  ...(['token', 'account', 'analytics', 'top pins', 'pins', 'pin', 'pin analytics', 'boards', 'trends'] as const),
  ...(['ad accounts', 'volumes', 'related terms', 'suggested terms', 'create pin', 'create section', 'media', 'upload'] as const),
];
export type SandboxPart = (typeof sandboxParts)[number];

/** What a fault does: it answers instead of the call, or changes how the answer of the call gets back. */
interface Fault {
  /** What it is, on the page with the switches. */
  readonly text: string;
  readonly status?: number;
  readonly body?: unknown;
  readonly delayMs?: number;
  readonly isSilent?: boolean;
}

const refusal = (text: string, status: number, code: number, message: string) => ({ text, status, body: { code, message } });

/** The faults that Pinterest is known for. */
export const sandboxFaults = {
  error: refusal('fails with 500', 500, 500, 'Something went wrong.'),
  limited: refusal('is over its limit (429)', 429, 8, 'You have exceeded your rate limit. Try again later.'),
  spam: refusal('is blocked as spam (429)', 429, 8, 'Your account is blocked because of spam.'),
  refused: refusal('is not opened to the app (403)', 403, 29, 'You are not permitted to access that resource.'),
  dead_token: refusal('refuses the token (401)', 401, 2, 'Authentication failed.'),
  conflict: refusal('cannot lock the board (409)', 409, 409, 'Could not get exclusive access to the board.'),
  unreachable_url: refusal('cannot reach the URL (400)', 400, 1, 'Sorry! We were unable to reach the URL.'),
  undocumented: { text: 'answers what is not documented', status: 200, body: 'soon' },
  slow: { text: 'answers after 10 seconds', delayMs: 10 * SECOND_MS },
  silent: { text: 'does what is asked, and never answers', isSilent: true },
} as const satisfies Record<string, Fault>;
export type SandboxFault = keyof typeof sandboxFaults;

/** Marks an answer that a fault gave. */
export const FAULT_HEADER = 'x-sandbox-fault';

/** A switch that is on. */
interface FaultSwitch {
  readonly part: SandboxPart;
  readonly fault: SandboxFault;
  /** Every Nth call is hit. */
  readonly every: number;
}

/** The switches for faults, in the memory of the process. */
export class SandboxFaults {
  readonly #switches = new Map<SandboxPart, FaultSwitch & { calls: number }>();

  /** The switches that are on. */
  get switches(): readonly FaultSwitch[] {
    return [...this.#switches.values()];
  }

  /** From now on, every `every`-th call of a part has a fault; without one, all are answered as documented. */
  set(part: SandboxPart, fault?: SandboxFault, every = 1): void {
    if (fault) this.#switches.set(part, { part, fault, every, calls: 0 });
    else this.#switches.delete(part);
  }

  clear(): void {
    this.#switches.clear();
  }

  /** Answers a call through the switch of its part. */
  async through(part: SandboxPart, signal: AbortSignal, answer: () => Promise<Response> | Response): Promise<Response> {
    const found = this.#switches.get(part);
    if (!found || ++found.calls % found.every > 0) return answer();
    const { status, body, delayMs = 0, isSilent = false }: Fault = sandboxFaults[found.fault];
    if (status !== undefined) return Response.json(body, { status, headers: { [FAULT_HEADER]: found.fault } });
    await sleep(delayMs, undefined, { signal, ref: false });
    const response = await answer();
    if (isSilent) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return response;
  }
}
