import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';
import { type PinterestSandbox, SANDBOX_CONSENT_PATH } from '#server/linked-accounts/sandbox/sandbox';
import { type SandboxFaults, type SandboxFault, sandboxFaults, sandboxParts } from '#server/linked-accounts/sandbox/faults';

/** The path the platform redirects back to. */
const RETURN_PATH = '/oauth2/pinterest';

/** The accounts the sandbox offers; users can also enter another name. */
const sandboxAccounts = ['maple_kitchen', 'north_light_home', 'tiny_garden_days', 'paper_and_thread', 'slow_travel_notes'] as const;

/** What the app asks for, in the words of the page. */
const scopeTexts = {
  'user_accounts:read': 'read your profile',
  'boards:read': 'read your boards',
  'pins:read': 'read your pins',
  'ads:read': 'read your ad accounts and search volumes',
} as const;
const knownScopes: ReadonlySet<string> = new Set(Object.keys(scopeTexts));

/** What is asked for, as it travels from the link to the form. */
const consentFields = {
  state: z.string().regex(/^[\w-]{1,200}$/),
  redirect_uri: z.url().refine((url) => new URL(url).pathname === RETURN_PATH),
  scope: z.string().refine((text) => text.split(',').every((scope) => knownScopes.has(scope))),
};
/** Unknown parameters are refused, as those of calls are. */
const ConsentQuery = z.strictObject({
  ...consentFields,
  client_id: z.string(),
  response_type: z.literal('code'),
  refreshable: z.literal('true').optional(),
});
const ConsentDecision = z.object({
  ...consentFields,
  decision: z.enum(['allow', 'deny']),
  account: z.string().default(''),
  other: z.string().default(''),
});
type AskedConsent = Pick<z.output<typeof ConsentQuery>, keyof typeof consentFields>;
const ACCOUNT_NAME_PATTERN = /^\w{3,30}$/;

const consentStyle = `.sheet { max-width: 512px; }
fieldset { border: 1px solid var(--border); border-radius: 10px; background: var(--surface); padding: 8px 16px; margin: 0 0 12px; }
legend { font-weight: 600; padding: 0 4px; } label { display: block; padding: 10px 0; } input[type=radio] { accent-color: var(--primary); }
input[type=text] { font: inherit; color: inherit; background: var(--surface); display: block; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 6px; }
button { font: inherit; font-weight: 600; color: var(--text); background: var(--surface); min-height: 44px; padding: 8px 20px; margin: 12px 8px 0 0; border-radius: 6px; border: 1px solid var(--control); cursor: pointer; }
button[value=allow] { background: var(--primary); color: var(--on-primary); border-color: var(--primary); }`;

const accountOption = (name: string, index: number) =>
  markup`<label><input type="radio" name="account" value="${name}"${index === 0 && markup` checked`}> @${name}</label>`;

/** The sandbox's consent page; `errorMessage` is about the last attempt. */
const consentPage = (brand: string, { state, redirect_uri, scope }: AskedConsent, errorMessage?: string) =>
  styledPage({
    title: `Sandbox: link an account · ${brand}`,
    brand,
    bar: markup``,
    style: consentStyle,
    policy: { 'form-action': `'self'` },
    body: markup`<main class="sheet">
<h1>Sandbox: this is not Pinterest</h1>
<p class="note">These accounts are fictional. Nothing leaves this installation, and you don't need a password. Pinterest's faults can be <a href="${SANDBOX_SWITCHES_PATH}">switched on</a>.</p>
${errorMessage !== undefined && markup`<p class="error" role="alert">${errorMessage}</p>`}
<form method="post" action="${SANDBOX_CONSENT_PATH}">
<input type="hidden" name="state" value="${state}">
<input type="hidden" name="redirect_uri" value="${redirect_uri}">
<input type="hidden" name="scope" value="${scope}">
<p>${brand} wants to:</p>
<ul>
${scope.split(',').map((name) => markup`<li>${scopeTexts[name as keyof typeof scopeTexts]}</li>`)}
</ul>
<fieldset>
<legend>Choose an account</legend>
${sandboxAccounts.map(accountOption)}
</fieldset>
<label>Or use another name
<input type="text" name="other" maxlength="30" autocomplete="off" spellcheck="false" placeholder="letters, digits and _"></label>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main>`,
  });

interface ServedSandbox {
  readonly sandbox: PinterestSandbox;
  readonly printedAddress: PrintedAddress;
  readonly brand: string;
}

/** Serves the consent page and the switches for faults, to browsers of this machine that have opened the printed address. */
export function serveSandboxPages(fastify: FastifyInstance, served: ServedSandbox): void {
  serveConsent(fastify, served);
  serveSwitches(fastify, served);
}

/** `POST` redirects back with a code, or with `error=access_denied`. */
function serveConsent(fastify: FastifyInstance, { sandbox, printedAddress, brand }: ServedSandbox): void {
  const sendConsentPage = (reply: FastifyReply, asked: AskedConsent, errorMessage?: string) =>
    sendStyledPage(reply.code(errorMessage === undefined ? 200 : 400), consentPage(brand, asked, errorMessage), {
      'referrer-policy': 'no-referrer',
    });
  const sendBadRequest = (reply: FastifyReply) => reply.code(400).type('text/plain; charset=utf-8').send('Start on your dashboard.\n');

  fastify.get(SANDBOX_CONSENT_PATH, async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return printedAddress.refuse(request, reply, brand);
    const { data } = ConsentQuery.safeParse(request.query);
    return data ? sendConsentPage(reply, data) : sendBadRequest(reply);
  });
  fastify.post(SANDBOX_CONSENT_PATH, async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
    const { data } = ConsentDecision.safeParse(request.body);
    if (!data) return sendBadRequest(reply);
    const redirectBack = (result: Readonly<Record<string, string>>) =>
      reply.redirect(`${RETURN_PATH}?${new URLSearchParams({ ...result, state: data.state }).toString()}`, 303);
    if (data.decision === 'deny') return redirectBack({ error: 'access_denied' });
    const name = data.other.trim().replace(/^@/, '') || data.account;
    if (!ACCOUNT_NAME_PATTERN.test(name)) return sendConsentPage(reply, data, 'Use 3 to 30 letters, digits or _.');
    return redirectBack({ code: sandbox.issueCode({ username: name, scopes: data.scope.split(','), redirectUri: data.redirect_uri }) });
  });
}

/** The path of the page with the switches. */
const SANDBOX_SWITCHES_PATH = '/sandbox/switches';

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

function serveSwitches(fastify: FastifyInstance, { sandbox: { faults }, printedAddress, brand }: ServedSandbox): void {
  fastify.get(SANDBOX_SWITCHES_PATH, async (request, reply) =>
    printedAddress.isOpenTo(request) ? sendStyledPage(reply, switchesPage(brand, faults)) : printedAddress.refuse(request, reply, brand),
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
