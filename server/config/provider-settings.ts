import { z } from 'zod';
import { httpAddress, redirectUrl, secureUrl, integer } from '#server/config/setting-types';

/** Who gets an account, and how. */
export const accountSettings = z.object({
  REGISTRATION: z
    .enum(['open', 'closed'])
    .default('open')
    .describe(
      'Who may sign up: `open` for everyone, `closed` for no one. Existing accounts keep working, and `corklight admin create` still makes some.',
    ),
  OIDC_ISSUER: httpAddress
    .optional()
    .describe(
      'The issuer of your OpenID provider: everyone can sign in with it. The redirect address to register there is `PUBLIC_URL` and `/api/auth/oidc/callback`. See [Single sign-on](self-hosting.md#single-sign-on).',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('The id of this site at the provider.'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().meta({ isSecret: true }).describe('Its secret.'),
  OIDC_BUTTON_LABEL: z.string().min(1).max(40).default('Sign in with single sign-on').describe('The button on the sign-in page.'),
});

/** How Premium is paid for. */
export const paymentSettings = z.object({
  PAYMENT_PROVIDER: z
    .enum(['paddle', 'sandbox', 'none'])
    .optional()
    .meta({ default: 'sandbox, none in production' })
    .describe('`paddle`, `sandbox`, or `none`.'),
  PADDLE_ENVIRONMENT: z.enum(['production', 'sandbox']).default('production').describe('`production` or `sandbox`.'),
  PADDLE_CLIENT_TOKEN: z.string().optional().describe('From Developer tools → Authentication.'),
  PADDLE_API_KEY: z.string().optional().meta({ isSecret: true }).describe('From Developer tools → Authentication.'),
  PADDLE_API_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("The URL of Paddle's API; only tests set another one."),
  PADDLE_PRICE_ID: z.string().optional().describe('The monthly price of 9.99 USD that grants Premium.'),
  PADDLE_ADMIN_PRICE_ID: z.string().optional().describe("The product behind the administrators' second button."),
  PADDLE_WEBHOOK_SECRETS: z
    .string()
    .optional()
    .meta({ isSecret: true })
    .describe(
      'The secret of the notification destination `https://your.site/api/webhooks/paddle`; two, separated by a comma, during a rotation.',
    ),
  PADDLE_WEBHOOK_TOLERANCE: integer
    .min(5)
    .max(3_600)
    .default(300)
    .describe("How many seconds a notice's timestamp may differ from our clock."),
});

/** Whose accounts can be linked. */
export const platformSettings = z.object({
  PLATFORM: z
    .enum(['pinterest', 'sandbox', 'none'])
    .optional()
    .meta({ default: 'sandbox, none in production' })
    .describe('`pinterest`, `sandbox`, or `none`.'),
  PINTEREST_APP_ID: z.string().optional().describe("The app's id at developers.pinterest.com."),
  PINTEREST_APP_SECRET: z.string().optional().meta({ isSecret: true }).describe("The app's secret."),
  PINTEREST_API_URL: secureUrl.default('https://api.pinterest.com/v5').describe("The URL of Pinterest's API; only tests set another one."),
  PINTEREST_OAUTH_URL: redirectUrl
    .default('https://www.pinterest.com/oauth/')
    .describe("Pinterest's page that asks for permission; only tests set another one."),
  PINTEREST_MAX_URL_BYTES: integer
    .min(1_000)
    .max(60_000)
    .default(8_192)
    .describe('How long the address of a request for search volumes may be; more keywords go into several requests.'),
});
