import { openApiDocument } from '#server/api-docs/open-api-document';
import { refuseArguments } from '#server/cli/arguments';
import type { Run } from '#server/cli/command-io';
import { readSettings, VERSION } from '#server/config/config';
import { parseRateLimitSettings } from '#server/config/rate-limit-settings';

export const help = `corklight openapi

Prints the API of this release as an OpenAPI 3.1 document, the one at /api/openapi.json.

Example: corklight openapi > openapi.json

Exit codes: 0 when done, 2 on incorrect usage.
`;

/** `corklight openapi`. */
export const run: Run = async (args, io) => {
  refuseArguments('openapi', args);
  const { BRAND_NAME, PUBLIC_URL, RATE_LIMITS } = readSettings();
  const document = openApiDocument({
    brand: BRAND_NAME,
    version: VERSION,
    secure: PUBLIC_URL?.startsWith('https:') ?? false,
    limits: parseRateLimitSettings(RATE_LIMITS),
  });
  io.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
  return 0;
};
