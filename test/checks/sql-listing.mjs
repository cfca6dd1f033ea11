// Lists the SQL of every postgres/ folder in docs/sql, a file per module, so that reviewers see each changed statement as SQL.
// `npm run generate` writes the files; without `--write` the script fails where they differ.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const LISTING_FOLDER = join('docs', 'sql');
const STATEMENT = /^\s*\(?\s*(select|insert|update|delete|with|create|drop|alter|lock|set|truncate|copy|analyze|vacuum|reset)\b[\s(]/;

const sourceFiles = () =>
  readdirSync('server', { recursive: true })
    .map((path) => `server/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\/postgres\/.*\.ts$/.test(path))
    .toSorted();

/** The text of a string or template, with the values of the file's own literal constants. */
function statementText(node, file, constants) {
  if (ts.isStringLiteralLike(node)) return node.text;
  const spans = node.templateSpans.map(({ expression, literal }) => {
    const source = expression.getText(file);
    return `${constants.get(source) ?? `\${${source}}`}${literal.text}`;
  });
  return node.head.text + spans.join('');
}

function literalConstants(file) {
  const declarations = file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);
  const literals = declarations.filter(
    ({ initializer }) => initializer && (ts.isStringLiteralLike(initializer) || ts.isNumericLiteral(initializer)),
  );
  return new Map(literals.map(({ name, initializer }) => [name.getText(file), initializer.text]));
}

/** `PostgresViewers.findBySessionToken`: the declarations around a statement. */
const ownerOf = (node, file) => {
  const names = [];
  for (let parent = node.parent; parent; parent = parent.parent)
    if ((ts.isClassDeclaration(parent) || ts.isFunctionLike(parent) || ts.isVariableDeclaration(parent)) && parent.name)
      if (ts.isIdentifier(parent.name) || ts.isPrivateIdentifier(parent.name)) names.unshift(parent.name.getText(file));
  return names.slice(0, /^[A-Z]\w*[a-z]/.test(names[0] ?? '') ? 2 : 1).join('.');
};

/** The `name` beside a statement that is the `text` of a prepared statement. */
function preparedName(node, file) {
  const siblings =
    ts.isPropertyAssignment(node.parent) && ts.isObjectLiteralExpression(node.parent.parent) ? node.parent.parent.properties : [];
  const name = siblings.find((property) => ts.isPropertyAssignment(property) && property.name.getText(file) === 'name');
  return name ? ` (name: ${name.initializer.getText(file).replaceAll(/^['`]|['`]$/g, '')})` : '';
}

function dedent(text) {
  const [first = '', ...rest] = text.trim().split('\n');
  const indent = Math.min(...rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length));
  return [first, ...rest.map((line) => `  ${line.slice(indent)}`.trimEnd())].join('\n');
}

function statementsOf(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = literalConstants(file);
  const statements = [];
  const visit = (node) => {
    const text = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ? statementText(node, file, constants) : '';
    if (STATEMENT.test(text)) statements.push(`-- ${ownerOf(node, file)}${preparedName(node, file)}\n${dedent(text)};\n`);
    else if (!ts.isImportDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(file);
  return statements.length > 0 ? [`-- ${path}\n\n${statements.join('\n')}`] : [];
}

const byModule = Map.groupBy(sourceFiles(), (path) => path.split('/')[1]);
const listings = new Map(
  [...byModule].map(([module, paths]) => [`${module}.sql`, paths.flatMap(statementsOf).join('\n\n')]).filter(([, text]) => text !== ''),
);

if (process.argv.includes('--write')) {
  rmSync(LISTING_FOLDER, { recursive: true, force: true });
  mkdirSync(LISTING_FOLDER, { recursive: true });
  for (const [name, text] of listings) writeFileSync(join(LISTING_FOLDER, name), text);
} else {
  const names = new Set([...listings.keys(), ...readdirSync(LISTING_FOLDER)]);
  const stale = [...names].filter(
    (name) =>
      !listings.has(name) ||
      !readdirSync(LISTING_FOLDER).includes(name) ||
      readFileSync(join(LISTING_FOLDER, name), 'utf8') !== listings.get(name),
  );
  if (stale.length > 0) {
    console.error(`${LISTING_FOLDER} does not match the sources: ${stale.join(', ')}. Run npm run generate.`);
    process.exit(1);
  }
}
