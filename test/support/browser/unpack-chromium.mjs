// Unpacks the Chromium of the packages, with the libraries a bare system lacks, into the folder for temporary files (TMPDIR decides which).
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium, { inflate } from '@sparticuz/chromium';

await chromium.executablePath();
await inflate(join(fileURLToPath(import.meta.resolve('@sparticuz/chromium')), '..', '..', 'bin', 'al2023.tar.br'));
