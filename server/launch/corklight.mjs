#!/usr/bin/env node
// `npm run corklight -- …`: the operator's commands, installed and built first when needed.
import { build, install, run } from './runtime.mjs';

install();
build();
// Files are named from where the operator stands, not from our folder.
process.exit(
  await run(['dist/server/cli/corklight.js', ...process.argv.slice(2)], {
    CORKLIGHT_FROM: process.env.INIT_CWD ?? process.cwd(),
  }),
);
