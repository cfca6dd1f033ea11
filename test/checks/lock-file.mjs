// A lock file that was written where a platform package was unavailable lacks it, and `npm ci` then refuses it everywhere. This lists what
// is missing. Every package has an integrity hash and comes from the configured registry; direct dependencies are few.
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync(process.argv[2] ?? 'package-lock.json', 'utf8'));

/** Is a package found from this place, as Node would look for it: here, then outwards? */
function isFound(place, name) {
  for (let at = place; ; at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : '') {
    if (packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

const missing = Object.entries(packages).flatMap(([place, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isFound(place, name))
    .map(([name, range]) => `${name}@${range}, wanted by ${place || 'package.json'}`),
);
const addressed = Object.entries(packages).filter(([, entry]) => entry.resolved !== undefined);
const loose = Object.entries(packages).filter(([place, entry]) => place !== '' && !entry.link && !entry.integrity?.startsWith('sha512-'));
const direct = Object.keys(packages[''].dependencies ?? {});
const MAX_DIRECT_DEPENDENCIES = 40;
const tooMany = direct.length > MAX_DIRECT_DEPENDENCIES;
for (const line of missing) console.error(`the lock file lacks ${line}`);
for (const [place] of addressed) console.error(`the lock file names a registry address for ${place}`);
for (const [place] of loose) console.error(`the lock file has no integrity hash for ${place}`);
if (tooMany) console.error(`${direct.length} direct runtime dependencies are more than ${MAX_DIRECT_DEPENDENCIES}`);
if (missing.length + addressed.length + loose.length > 0 || tooMany) process.exit(1);
