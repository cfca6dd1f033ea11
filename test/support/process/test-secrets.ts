import { readConfig } from '#server/config/config';
import { CryptoSecrets } from '#server/secrets/crypto-secrets';
import { readKeys } from '#server/secrets/keys';
import { testKeys } from '../app/test-keys';

/** The secrets of a server process that runs with the test keys. */
export const testSecrets = new CryptoSecrets(readKeys(readConfig({ NODE_ENV: 'test', ...testKeys })));
