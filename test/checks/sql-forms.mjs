// `node test/checks/sql-forms.mjs [file …]`: the SQL in the sources can also be run where tables are spread over machines with Citus
// (docs/scaling.md), wherever one form serves both. This check rejects the forms that cannot, and says what to write.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { allowedForms, forms } from './sql-forms.config.mjs';

const SOURCES = ['server', 'migrations'];
/** SQL is in these folders alone (`.dependency-cruiser.cjs`). */
const WITH_SQL = /^(?:migrations|server\/database|server\/.*(?:postgres|typeorm))\/.*\.ts$/;
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : SOURCES.flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path).replaceAll('\\', '/')))
        .filter((path) => WITH_SQL.test(path))
        .sort();

const isSql = (text) =>
  /\b(?:select|insert\s+into|update|delete\s+from|create|alter|drop|truncate|exists|join|values|offset|set)\b/i.test(text);

/** The text of a string or template; an expression in it stays as it is written, unless it is itself a text with SQL. */
function sqlTextOf(node, source) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ expression, literal }) => `\${${expression.getText(source)}}${literal.text}`).join('');
}

/** The SQL texts of a source, and the calls that join several statements to one text. */
function sqlOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, text) => found.push({ text, line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1 });
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = sqlTextOf(node, source);
      if (isSql(text)) add(node, text.replace(/--.*$/gm, ''));
    }
    const isJoin = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'join';
    if (isJoin && node.arguments[0] && /^['"`];['"`]$/.test(node.arguments[0].getText(source)))
      add(node.arguments[0], 'create … ; create …');
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const faults = [];
const used = new Set();
for (const path of files.filter((each) => existsSync(each)))
  for (const { text, line } of sqlOf(path))
    for (const { form, pattern, write, folder = '' } of forms) {
      if (!path.startsWith(folder) && given.length === 0) continue;
      if (!pattern.test(text)) continue;
      const allowed = allowedForms.findIndex((one) => one.form === form && one.path === path);
      if (allowed < 0) faults.push(`${path}:${line}: ${form}; write ${write}`);
      else used.add(allowed);
    }

if (given.length === 0)
  for (const [index, { path, form }] of allowedForms.entries())
    if (!used.has(index)) faults.push(`${path} has no "${form}" any more; remove the line from test/checks/sql-forms.config.mjs`);

for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} forms of SQL that cannot be spread.`);
process.exit(faults.length === 0 ? 0 : 1);
