// Documents name tests and packages; this fails when one of them no longer exists under that name. `[title][file]` quotes a test, and
// `[file]: ../test/…` says where it is. docs/dependencies.md has a row with the version of every direct dependency,
// and docs/decisions/README.md one with the title of every decision.
import { readdirSync, readFileSync } from 'node:fs';

/** Whether a source has this text as a whole string, in any quotes. */
const hasString = (source, text) => ["'", '"', '`'].some((quote) => source.includes(quote + text.replaceAll(quote, `\\${quote}`) + quote));

function missingTests(documentFile) {
  const document = readFileSync(documentFile, 'utf8');
  const files = new Map([...document.matchAll(/^\[([^\]]+)\]: \.\.\/(test\/\S+)$/gm)].map(([, name, path]) => [name, path]));
  const quotes = [...document.matchAll(/\[([^\]]+)\]\[([^\]]+)\]/g)].map(([, title, name]) => ({ title, path: files.get(name) }));
  if (quotes.length === 0) return [`${documentFile} quotes no test`];
  return quotes.flatMap(({ title, path }) => {
    if (path === undefined) return [`${documentFile} names no file for "${title}"`];
    return hasString(readFileSync(path, 'utf8'), title) ? [] : [`${path} has no test "${title}", which ${documentFile} quotes`];
  });
}

function missingPackages(documentFile) {
  const document = readFileSync(documentFile, 'utf8');
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const versions = new Map([...document.matchAll(/^\| `([^`]+)` +\| (\S+) /gm)].map(([, name, version]) => [name, version]));
  const direct = new Map(Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }));
  return [
    ...[...direct].filter(([name, version]) => versions.get(name) !== version).map(([name, version]) => `lacks ${name} ${version}`),
    ...[...versions.keys()].filter((name) => !direct.has(name)).map((name) => `lists ${name}, which is not a direct dependency`),
  ].map((fault) => `${documentFile} ${fault}; read its license and advisories again`);
}

function missingDecisions(folder) {
  const index = readFileSync(`${folder}/README.md`, 'utf8');
  const listed = [...index.matchAll(/^\| \[(\d{4})\]\((\S+\.md)\) +\| (.*?) +\|/gm)].map(
    ([, number, file, title]) => `${number} ${file} ${title}`,
  );
  const written = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .map((file) => `${file.slice(0, 4)} ${file} ${/^# (.*)$/m.exec(readFileSync(`${folder}/${file}`, 'utf8'))?.[1]}`);
  return [
    ...written.filter((row) => !listed.includes(row)).map((row) => `${folder}/README.md lacks ${row}`),
    ...listed.filter((row) => !written.includes(row)).map((row) => `${folder}/README.md lists ${row}, which no decision is called`),
  ];
}

/** The statuses of the requirements, as the rows have them; bold requirements are of Level 1. */
function wrongCounts(documentFile) {
  const document = readFileSync(documentFile, 'utf8');
  const rows = [...document.matchAll(/^\| ([\d.*, ]+?) +\| (Met|Partly|Not met|Operator|n\/a) +\|/gm)];
  const statuses = rows.flatMap(([, requirements, status]) =>
    requirements.split(', ').map((name) => ({ status, isFirst: name.startsWith('**') })),
  );
  return [...new Set(statuses.map(({ status }) => status))].flatMap((status) => {
    const [first, second] = [true, false].map(
      (isFirst) => statuses.filter((one) => one.status === status && one.isFirst === isFirst).length,
    );
    const isRight = new RegExp(`^\\| ${status} +\\| ${first} +\\| ${second} +\\|$`, 'm').test(document);
    return isRight ? [] : [`${documentFile} has ${first} and ${second} requirements that are ${status}, which its table does not say`];
  });
}

const faults = [
  ...missingTests('docs/security.md'),
  ...wrongCounts('docs/security.md'),
  ...missingTests('docs/accessibility.md'),
  ...missingPackages('docs/dependencies.md'),
  ...missingDecisions('docs/decisions'),
];
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
