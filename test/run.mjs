// `npm test`: installs and builds what is missing, checks the sources, then runs every test on a real Postgres and in a real browser.
import { build, install, run } from '../server/launch/runtime.mjs';

install();
build();
const only = process.argv.slice(2);
if (only.length === 0) {
  const checked = await run(['test/checks/check.mjs']);
  if (checked !== 0) process.exit(checked);
}
const jest = ['node_modules/jest/bin/jest.js', '--config', 'test/jest.config.js', ...only];
process.exit(await run(['--conditions=source', '--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...jest]));
