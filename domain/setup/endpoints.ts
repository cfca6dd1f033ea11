import { Credentials } from '#domain/auth/sessions/contract';
import { MINUTE_MS } from '#domain/durations';
import { endpoint, perUser } from '#domain/endpoint';
import { SetupOverview } from '#domain/setup/contract';

export const viewSetup = endpoint('GET /admin/setup', {
  summary: 'Returns what a new operator looks at first: account, demo, mail, and what the data is enough for.',
  limits: [perUser('setup', 120, MINUTE_MS)],
  response: SetupOverview,
  returns: 'The state of the site.',
});

export const createOwnAdministrator = endpoint('POST /admin/setup/administrator', {
  summary: 'Makes an administrator who stays when the demo goes. Only for the administrator of the demo, on the server’s own machine.',
  limits: [perUser('setup-administrator', 10, MINUTE_MS)],
  body: Credentials,
  errors: {
    not_possible: 'You are not the administrator of the demo, in a browser that opened the printed address; or the account exists.',
  },
});

export const removeDemo = endpoint('DELETE /admin/demo', {
  summary: 'Begins to remove the demo: its rows, visitor events, and users. It goes on in the background, also after a restart.',
  limits: [perUser('remove-demo', 10, MINUTE_MS)],
  errors: { not_found: 'There is no demo.', not_possible: 'Your own account is one of the demo: make another one first.' },
});
