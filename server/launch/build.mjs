// `npm run build`: installs what the lock file says and builds, each only when needed, so that commands and the server find both done.
import { build, install } from './runtime.mjs';

install();
build();
