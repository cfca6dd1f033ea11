// Unpacks the packaged Chromium, with the libraries that a minimal system lacks, into TMPDIR.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

await chromium.executablePath();
await inflate(join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '..', '..', 'bin', 'al2023.tar.br'));
