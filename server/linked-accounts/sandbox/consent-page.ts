import { escapeHtml } from '#server/http/escape-html';
import { markSvg } from '#server/http/mark';
import { pageStyle } from '#server/http/page-style';
import { SANDBOX_CONSENT_PATH } from '#server/linked-accounts/sandbox/platform';

/** The accounts the sandbox offers; users can also enter another name. */
export const sandboxAccounts = ['maple_kitchen', 'north_light_home', 'tiny_garden_days', 'paper_and_thread', 'slow_travel_notes'] as const;

const style = `${pageStyle}
  .sheet { max-width: 512px; }
  fieldset { border: 1px solid var(--border); border-radius: 10px; background: var(--surface); padding: 8px 16px; margin: 0 0 12px; }
  legend { font-weight: 600; padding: 0 4px; } label { display: block; padding: 10px 0; } input[type=radio] { accent-color: var(--primary); }
  input[type=text] { font: inherit; color: inherit; background: var(--surface); display: block; width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 6px; }
  button { font: inherit; font-weight: 600; color: var(--text); background: var(--surface); min-height: 44px; padding: 8px 20px; margin: 12px 8px 0 0; border-radius: 6px; border: 1px solid var(--control); cursor: pointer; }
  button[value=allow] { background: var(--primary); color: var(--on-primary); border-color: var(--primary); }`;

interface ConsentPageContent {
  readonly brand: string;
  readonly state: string;
  readonly nonce: string;
  /** The error of the last attempt. */
  readonly errorMessage: string | undefined;
}

const accountOption = (name: string, index: number) =>
  `<label><input type="radio" name="account" value="${name}"${index === 0 ? ' checked' : ''}> @${name}</label>`;

/** Renders the sandbox's consent page, which needs no scripts. */
export function consentPage({ brand, state, nonce, errorMessage }: ConsentPageContent): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox: link an account · ${escapeHtml(brand)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header class="bar"><a class="brand" href="/">${markSvg}${escapeHtml(brand)}</a></header>
<main class="sheet">
<h1>Sandbox: this is not Pinterest</h1>
<p class="note">These accounts are fictional. Nothing leaves this installation, and you don't need a password.</p>
${errorMessage === undefined ? '' : `<p class="error" role="alert">${escapeHtml(errorMessage)}</p>`}
<form method="post" action="${SANDBOX_CONSENT_PATH}">
<input type="hidden" name="state" value="${escapeHtml(state)}">
<p>${escapeHtml(brand)} wants to read your profile, boards and pins.</p>
<fieldset>
<legend>Choose an account</legend>
${sandboxAccounts.map(accountOption).join('\n')}
</fieldset>
<label>Or use another name
<input type="text" name="other" maxlength="30" autocomplete="off" spellcheck="false" placeholder="letters, digits and _"></label>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
</main>
</body>
</html>
`;
}
