import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';
import { type SandboxFaults, type SandboxFault, sandboxFaults, sandboxParts } from '#server/linked-accounts/sandbox/faults';

/** The path of the page with the switches. */
export const SANDBOX_SWITCHES_PATH = '/sandbox/switches';

const faultNames = Object.keys(sandboxFaults) as SandboxFault[];
const Switch = z.strictObject({
  part: z.enum(['all', ...sandboxParts]),
  fault: z.enum(['none', ...faultNames]),
  every: z.coerce.number().int().min(1).max(1_000).default(1), // prettier-ignore
});

const style = `.sheet { max-width: 512px; } label { display: block; margin: 0 0 12px; }
select, input, button { font: inherit; color: var(--text); background: var(--surface); min-height: 44px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 6px; }
select, input { display: block; width: 100%; } button { font-weight: 600; cursor: pointer; }`;

const switchesPage = (brand: string, { switches }: SandboxFaults) =>
  styledPage({
    title: `Sandbox: faults · ${brand}`,
    brand,
    style,
    policy: { 'form-action': `'self'` },
    body: markup`<main class="sheet">
<h1>Faults of the sandbox</h1>
<p class="note">Nothing here is Pinterest. What is switched on stays so until it is switched off or the server stops. Answers that were read before are shown for up to 15 minutes.</p>
<ul>
${switches.length === 0 && markup`<li>Everything answers as documented.</li>`}
${switches.map(({ part, fault, every }) => markup`<li>${part}: ${sandboxFaults[fault].text}${every > 1 && ` (call ${every} of each ${every})`}</li>`)}
</ul>
<form method="post" action="${SANDBOX_SWITCHES_PATH}">
<label>Call <select name="part"><option value="all">all calls</option>${sandboxParts.map((part) => markup`<option>${part}</option>`)}</select></label>
<label>What it does <select name="fault"><option value="none">answers as documented</option>${faultNames.map(
      (fault) => markup`<option value="${fault}">${sandboxFaults[fault].text}</option>`,
    )}</select></label>
<label>On every Nth call <input type="number" name="every" value="1" min="1" max="1000"></label>
<button>Switch</button>
</form>
</main>`,
  });

interface ServedSwitches {
  readonly faults: SandboxFaults;
  readonly printedAddress: PrintedAddress;
  readonly brand: string;
}

/** Serves the switches for faults, to browsers of this machine that have opened the printed address. */
export function serveSandboxSwitches(fastify: FastifyInstance, { faults, printedAddress, brand }: ServedSwitches): void {
  fastify.get(SANDBOX_SWITCHES_PATH, async (request, reply) =>
    printedAddress.isOpenTo(request) ? sendStyledPage(reply, switchesPage(brand, faults)) : reply.callNotFound(),
  );
  fastify.post(SANDBOX_SWITCHES_PATH, async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
    const { data } = Switch.safeParse(request.body);
    if (!data) return reply.code(400).type('text/plain; charset=utf-8').send('Choose a call and what it does.\n');
    for (const part of data.part === 'all' ? sandboxParts : [data.part])
      faults.set(part, data.fault === 'none' ? undefined : data.fault, data.every);
    return reply.redirect(SANDBOX_SWITCHES_PATH, 303);
  });
}
