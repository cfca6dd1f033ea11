// `npm start`: installs what is missing, builds what has changed, runs the server on the pinned Node.
import { build, install, run } from './runtime.mjs';

install();
build();
process.exit(await run(['--enable-source-maps', 'dist/server/main.js']));
