import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from '#server/api-docs/open-api';

/** Values that have broken parsers, queries, and templates. */
const hostileTexts = [
  '', ' ', '%', '_', '\\', "'", '"', "';--", '\u0000', '\ud800', '\u202e', '{{7*7}}', '${1}', '<svg onload=alert(1)>', '../../etc/passwd',
  '-1', '1e3', '0x10', '9007199254740993', 'NaN', 'null', 'true', '__proto__', 'constructor', '[object Object]', 'saves desc;select pg_sleep(9)',
  '//evil.test', 'javascript:alert(1)', 'x'.repeat(2_000), '🦊'.repeat(200),
]; // prettier-ignore

const hostileValues: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...hostileTexts, null, true, -1, 1.5, 1e300, [], {}, [[]], { $ne: null }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string(),
);

/** Values that a schema of the OpenAPI document describes, and now and then a hostile one instead. */
export function inputFor(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): Arbitrary<unknown> {
  return fc.oneof({ weight: 4, arbitrary: describedBy(schema, definitions) }, { weight: 1, arbitrary: hostileValues });
}

function describedBy(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): Arbitrary<unknown> {
  const { $ref, anyOf, enum: options, type } = schema;
  if ($ref) return describedBy(definitions[$ref.split('/').at(-1) ?? ''] ?? {}, definitions);
  if (anyOf) return fc.oneof(...anyOf.map((option) => inputFor(option, definitions)));
  if (options) return fc.constantFrom<unknown>(...options);
  const kind = typeof type === 'string' ? type : type?.[0];
  if (kind === 'array') return fc.array(inputFor(schema.items ?? {}, definitions), { maxLength: 3 });
  if (kind !== 'object') return singleValue(kind, schema);
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, inputFor(property, definitions)]);
  return fc.record(Object.fromEntries(properties) as Record<string, Arbitrary<unknown>>, { requiredKeys: [] });
}

function singleValue(kind: string | undefined, schema: JsonSchema): Arbitrary<unknown> {
  const { minimum = 0, maximum = 1_000, minLength = 0, maxLength = 40 } = schema;
  if (kind === 'integer' || kind === 'number') return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 1_000_000)) });
  if (kind === 'boolean') return fc.boolean();
  return kind === 'string' ? textOf(minLength, Math.max(minLength, Math.min(maxLength, 60))) : hostileValues;
}

const textOf = (minLength: number, maxLength: number) => fc.oneof(fc.string({ minLength, maxLength }), fc.emailAddress(), fc.uuid());
