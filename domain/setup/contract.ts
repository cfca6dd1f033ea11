import { z } from 'zod';
import type { Output } from '#domain/endpoint';

export const SetupOverview = z
  .object({
    email: z.string().describe('The address of your account.'),
    is_demo_user: z.boolean().describe('Whether your account is one of the demo, which goes with it.'),
    can_make_administrator: z
      .boolean()
      .describe('Whether you may make an administrator who stays when the demo goes (`POST /admin/setup/administrator`).'),
    mail: z.enum(['sent', 'captured', 'off']).describe('What becomes of emails: sent, shown on the server’s own machine, or none.'),
    demo: z
      .object({
        is_being_removed: z.boolean(),
        boards: z.int(),
        pinners: z.int(),
        pins: z.int(),
        visitor_events: z.int(),
        users: z.int(),
      })
      .nullable()
      .describe('What the demo consists of; null without a demo.'),
    uses: z
      .array(z.object({ name: z.string(), path: z.string(), state: z.enum(['ready', 'waiting', 'empty']), text: z.string() }))
      .describe('What the parts of the product can show with the data that there is.'),
  })
  .meta({ id: 'SetupOverview', description: 'What a new operator looks at first.' });
export type SetupOverview = Output<typeof SetupOverview>;
