// `npm run test:mutation -- [domain/auth/**/*.ts …]` changes the domain's rules one by one and checks that a test notices.
import { install, run } from '../../server/launch/runtime.mjs';

install();
const files = process.argv.slice(2);
const mutate = files.length === 0 ? [] : ['--mutate', files.join(',')];
process.exit(await run(['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation/stryker.config.mjs', ...mutate]));
