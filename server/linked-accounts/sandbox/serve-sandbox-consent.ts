import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { PrintedAddress } from '#server/http/guards/printed-address';
import { markup, sendStyledPage, styledPage } from '#server/http/styled-page';
import { type PinterestSandbox, SANDBOX_CONSENT_PATH } from '#server/linked-accounts/sandbox/sandbox';
import { SANDBOX_SWITCHES_PATH } from '#server/linked-accounts/sandbox/serve-sandbox-switches';

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

interface ServedConsent {
  readonly sandbox: PinterestSandbox;
  readonly printedAddress: PrintedAddress;
  readonly brand: string;
}

/**
 * Serves the sandbox's consent page, to browsers of this machine that have opened the printed address. `POST` redirects back with a code, or
 * with `error=access_denied`.
 */
export function serveSandboxConsent(fastify: FastifyInstance, { sandbox, printedAddress, brand }: ServedConsent): void {
  const sendConsentPage = (reply: FastifyReply, asked: AskedConsent, errorMessage?: string) =>
    sendStyledPage(reply.code(errorMessage === undefined ? 200 : 400), consentPage(brand, asked, errorMessage), {
      'referrer-policy': 'no-referrer',
    });
  const sendBadRequest = (reply: FastifyReply) => reply.code(400).type('text/plain; charset=utf-8').send('Start on your dashboard.\n');

  fastify.get(SANDBOX_CONSENT_PATH, async (request, reply) => {
    if (!printedAddress.isOpenTo(request)) return reply.callNotFound();
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
