// `node test/checks/retired-words.mjs [file …]`. The project speaks the standard terms of its field (docs/glossary.md). This check rejects
// retired identifiers and phrases and names the words to use instead. Plain English and the texts of the specification pass.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { exemptTexts, retiredIdentifiers, retiredPhrases } from './retired-words.config.mjs';

const SOURCES = ['domain', 'server', 'client', 'test', 'docs', 'README.md', 'CHANGELOG.md'];
const given = process.argv.slice(2);
const listed =
  given.length > 0 ? given : execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...SOURCES], { encoding: 'utf8' }).split('\n');
const files = listed.filter((path) => /\.(tsx?|mjs|css|html|md)$/.test(path) && !/retired-words/.test(path) && existsSync(path));

const identifiers = new Map(retiredIdentifiers.flatMap(([names, use]) => names.map((name) => [name, use])));
const phrases = retiredPhrases.map(([pattern, use]) => [new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, 'gi'), use]);

/** A constant of one word that holds a number says neither what it counts nor its unit. */
const ONE_WORD_CONSTANT = /\bconst ([A-Z]{3,}) = -?[\d_.]+(?: \* [\w.]+)*;/g;

/** The text without the specification's own words; line breaks stay. */
const withoutExempt = (text) => exemptTexts.reduce((rest, exempt) => rest.replaceAll(exempt, ''), text);

/** The identifiers of a source file with their positions; words in comments, strings, and JSX text are not identifiers. */
function identifiersIn(path, text) {
  const found = [];
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.push({ name: node.text, index: node.getStart() });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

function faultsOf(path, source) {
  const text = withoutExempt(source);
  const faults = [];
  const add = (index, found, use) => faults.push(`${path}:${text.slice(0, index).split('\n').length}: "${found}"; use ${use}`);
  if (/\.(tsx?|mjs)$/.test(path)) {
    for (const { name, index } of identifiersIn(path, text)) if (identifiers.has(name)) add(index, name, identifiers.get(name));
    for (const { 1: name, index } of text.matchAll(ONE_WORD_CONSTANT))
      add(index, name, 'a name with noun and unit, such as MAX_QUEUED_EVENTS');
  }
  for (const [pattern, use] of phrases) for (const { 0: found, index } of text.matchAll(pattern)) add(index, found, use);
  return faults;
}

const faults = files.flatMap((path) => faultsOf(path, readFileSync(path, 'utf8')));
for (const fault of faults) console.error(fault);
console.log(`${files.length} files, ${faults.length} retired words.`);
process.exit(faults.length === 0 ? 0 : 1);
