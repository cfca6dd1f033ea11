// What each call answers, as JSON Schema, made from the types of `domain/api.ts` with their sentences. Checks that
// `server/api-docs/answer-shapes.ts` says just that; `--write` writes it anew.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const file = 'server/api-docs/answer-shapes.ts';
const program = ts.createProgram(['domain/api.ts'], {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  customConditions: ['source'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
  skipLibCheck: true,
});
const checker = program.getTypeChecker();
const shapes = {};
const named = new Map();

const sentenceOf = (symbol) => ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replaceAll(/\s+/g, ' ').trim();
const described = (schema, symbol) => {
  const description = sentenceOf(symbol);
  return description === '' ? schema : { ...schema, description };
};
const refused = (type, why) => {
  throw new Error(`${why}: ${checker.typeToString(type)}`);
};

/** An object's own name: it is written once, and referred to. */
function nameOf(type) {
  const symbol = type.aliasSymbol ?? type.symbol;
  const isOurs = symbol?.declarations?.some((one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one));
  return isOurs && !symbol.declarations.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile())) ? symbol : undefined;
}

function objectOf(type) {
  const fields = checker.getPropertiesOfType(type);
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
  const isOptional = (field) => (field.flags & ts.SymbolFlags.Optional) !== 0;
  const properties = fields.map((field) => [field.name, described(schemaOf(checker.getTypeOfSymbol(field), isOptional(field)), field)]);
  const required = fields.filter((field) => !isOptional(field)).map(({ name }) => name);
  return {
    type: 'object',
    ...(properties.length > 0 ? { properties: Object.fromEntries(properties) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(index ? { additionalProperties: schemaOf(index.type) } : {}),
  };
}

/** An object with a name becomes a shape of its own. */
function referred(type) {
  const symbol = nameOf(type);
  if (!symbol || type.aliasTypeArguments?.length > 0) return objectOf(type);
  const { name } = symbol;
  if (!named.has(name)) {
    named.set(name, symbol);
    shapes[name] = {};
    shapes[name] = described(objectOf(type), symbol);
  } else if (named.get(name) !== symbol) refused(type, 'two types have this name');
  return { $ref: `#/components/schemas/${name}` };
}

/** Words and numbers become one list, `null` one more type, and what is left stands side by side. */
function unionOf(types) {
  const isNull = (one) => (one.flags & ts.TypeFlags.Null) !== 0;
  const literals = types.filter((one) => one.isStringLiteral() || one.isNumberLiteral());
  const others = types.filter((one) => !isNull(one) && !literals.includes(one) && !(one.flags & ts.TypeFlags.BooleanLiteral));
  const parts = others.map((one) => schemaOf(one));
  if (types.some((one) => one.flags & ts.TypeFlags.BooleanLiteral)) parts.push({ type: 'boolean' });
  for (const kind of ['string', 'number']) {
    const values = literals.map(({ value }) => value).filter((value) => typeof value === kind);
    if (values.length > 0) parts.push({ type: kind === 'number' ? 'integer' : kind, enum: values });
  }
  if (types.some(isNull)) {
    const [only] = parts;
    if (parts.length === 1 && typeof only.type === 'string')
      return { ...only, type: [only.type, 'null'], ...(only.enum ? { enum: [...only.enum, null] } : {}) };
    parts.push({ type: 'null' });
  }
  return parts.length === 1 ? parts[0] : { anyOf: parts };
}

function schemaOf(type, isOptional = false) {
  const { flags } = type;
  if (type.isUnion()) return unionOf(type.types.filter((one) => !(isOptional && one.flags & ts.TypeFlags.Undefined)));
  if (flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return {};
  if (flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.isStringLiteral() || type.isNumberLiteral() || flags & ts.TypeFlags.BooleanLiteral) return unionOf([type]);
  if (flags & ts.TypeFlags.String) return { type: 'string' };
  if (flags & ts.TypeFlags.Number) return { type: 'number' };
  if (checker.isTupleType(type)) {
    const prefixItems = checker.getTypeArguments(type).map((one) => schemaOf(one));
    return { type: 'array', prefixItems, minItems: prefixItems.length, maxItems: prefixItems.length };
  }
  if (checker.isArrayLikeType(type)) return { type: 'array', items: schemaOf(checker.getTypeArguments(type)[0]) };
  if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return referred(type);
  return refused(type, 'no schema is known for this type');
}

function made() {
  const source = program.getSourceFile('domain/api.ts');
  const exported = Object.fromEntries(checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map((one) => [one.name, one]));
  const endpoints = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(exported.Api));
  schemaOf(checker.getDeclaredTypeOfSymbol(exported.ApiFault));
  const answers = endpoints.map((endpoint) => {
    const answer = checker.getPropertyOfType(checker.getTypeOfSymbol(endpoint), 'answer');
    return [endpoint.name, schemaOf(checker.getTypeOfSymbol(answer))];
  });
  const sorted = Object.fromEntries(Object.entries(shapes).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { answers: Object.fromEntries(answers), shapes: sorted };
}

const { answers, shapes: all } = made();
const text = await format(
  `/* oxlint-disable max-lines */
// Made by test/checks/answer-shapes.mjs from the types of domain/api.ts: change those, then \`node test/checks/answer-shapes.mjs --write\`.
import type { Endpoint } from '#domain/api';
import type { JsonSchema } from '#server/api-docs/json-schema';

/** What each call answers. */
export const answerShapes: Readonly<Record<Endpoint, JsonSchema>> = ${JSON.stringify(answers)};

/** The shapes that have a name, for \`#/components/schemas\`. */
export const namedShapes: Readonly<Record<string, JsonSchema>> = ${JSON.stringify(all)};
`,
  { ...(await resolveConfig(file)), parser: 'typescript' },
);
if (process.argv.includes('--write')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error(`${file} does not say what domain/api.ts does: node test/checks/answer-shapes.mjs --write`);
  process.exit(1);
}
