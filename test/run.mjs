// `npm test [paths]` installs and builds what is missing, checks the sources, and runs every test.
// `npm run test:unit`, `test:database`, and `test:browser` run their projects; unit tests need no build.
import { build, install, run } from '../server/launch/runtime.mjs';

const projects = ['unit', 'database', 'browser'];
const [first = '', ...rest] = process.argv.slice(2);
const project = projects.includes(first) ? first : null;
const selected = project === 'unit' ? ['unit', 'client'] : [project];
const jestArguments = project ? [...rest, '--selectProjects', ...selected] : process.argv.slice(2);

install();
if (project !== 'unit') build();
if (jestArguments.length === 0) {
  const checkExitCode = await run(['test/checks/check.mjs']);
  if (checkExitCode !== 0) process.exit(checkExitCode);
}
const jest = ['node_modules/jest/bin/jest.js', '--config', 'test/jest.config.js', ...jestArguments];
process.exit(await run(['--conditions=source', '--experimental-vm-modules', '--disable-warning=ExperimentalWarning', ...jest]));
