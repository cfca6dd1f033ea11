// docs/configuration.md and .env.example are written from the settings in server/config; `--write` writes them, without it differences fail.
import { readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { configurationDocument, exampleEnvironment } from '#server/config/settings-documents';

const documents = [
  [
    'docs/configuration.md',
    await prettier.format(configurationDocument(), { ...(await prettier.resolveConfig('docs/configuration.md')), parser: 'markdown' }),
  ],
  ['.env.example', exampleEnvironment()],
];

const isWriting = process.argv.includes('--write');
for (const [path, text] of documents) {
  if (isWriting) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${path} differs from the settings: run npm run generate.`);
    process.exitCode = 1;
  }
}
