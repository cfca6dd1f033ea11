import { escapeHtml } from '#server/http/escape-html';
import { SANDBOX_CONSENT_PATH } from '#server/linked-accounts/sandbox/platform';

/** The accounts the sandbox offers; users can also enter another name. */
export const sandboxAccounts = ['maple_kitchen', 'north_light_home', 'tiny_garden_days', 'paper_and_thread', 'slow_travel_notes'] as const;

const style = `
  :root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif; }
  body { max-width: 480px; margin: 0 auto; padding: 24px 16px; }
  h1 { font-size: 28px; line-height: 1.2; }
  .note { background: #FFF2CF; color: #5b3c00; padding: 8px 12px; border-radius: 6px; }
  .error { background: #FDE4E1; color: #7a1408; padding: 8px 12px; border-radius: 6px; }
  fieldset { border: 1px solid #8888; border-radius: 6px; padding: 8px 16px 16px; } label { display: block; padding: 8px 0; }
  input[type=text] { font: inherit; display: block; width: 100%; box-sizing: border-box; min-height: 44px; padding: 8px; }
  button { font: inherit; min-height: 44px; padding: 8px 20px; margin: 16px 8px 0 0; border-radius: 6px; border: 1px solid #8888; cursor: pointer; }
  button[value=allow] { background: #1f5f4b; color: #fff; border-color: #1f5f4b; }
  :focus-visible { outline: 3px solid #3b82c4; outline-offset: 2px; }`;

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
<main>
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
