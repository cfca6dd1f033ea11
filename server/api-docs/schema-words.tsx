import type { ReactNode } from 'react';
import type { JsonSchema } from '#server/api-docs/json-schema';

/** `1 to 100`, `at most 300`; empty without bounds. */
function between(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (most !== undefined) return `at most ${most}`;
  return least === undefined ? '' : `at least ${least}`;
}

const formats: Readonly<Record<string, string>> = { uuid: 'a UUID', 'date-time': 'a time (ISO 8601)' };
const types: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

/** A value without parts: `whole number, 1 to 100`, `text, at most 100 characters`. */
function PlainWords({ schema }: { readonly schema: JsonSchema }) {
  const { format = '', minimum, maximum, minLength, maxLength, pattern } = schema;
  const [type = 'anything', orNull] = [schema.type ?? []].flat();
  const bounds = between(minimum, maximum);
  const length = between(minLength, maxLength);
  const values = schema.enum?.filter((value) => value !== null);
  return (
    <>
      {values ? <Values values={values} /> : (formats[format] ?? types[type] ?? type)}
      {bounds && `, ${bounds}`}
      {length && `, ${length} characters`}
      {pattern !== undefined && (
        <>
          , matches <code>{pattern}</code>
        </>
      )}
      {orNull && ' or null'}
    </>
  );
}

function Values({ values }: { readonly values: readonly (string | number)[] }) {
  return (
    <>
      {values.length > 1 && 'one of '}
      {values.map((value, at) => (
        <span key={value}>
          {at > 0 && ', '}
          <code>{value}</code>
        </span>
      ))}
    </>
  );
}

function Joined({ schemas, word }: { readonly schemas: readonly JsonSchema[]; readonly word: string }) {
  return schemas.map((schema, at) => (
    // A schema has no name; its place never changes.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={at}>
      {at > 0 && ` ${word} `}
      <SchemaWords schema={schema} />
    </span>
  ));
}

/** A schema in a few words, with a link to each named shape. */
export function SchemaWords({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const { $ref, anyOf, items, prefixItems, properties, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1);
    return <a href={`#shape-${name}`}>{name}</a>;
  }
  if (anyOf) return <Joined schemas={anyOf} word="or" />;
  if (prefixItems) return ['list of ', <Joined key="items" schemas={prefixItems} word="and" />];
  if (items) return ['list of ', <SchemaWords key="items" schema={items} />];
  if (!properties && typeof additionalProperties === 'object')
    return ['object of ', <SchemaWords key="values" schema={additionalProperties} />];
  return <PlainWords schema={schema} />;
}

/** The object whose fields are worth a list of their own: this one, what a list holds, or one of several. */
const objectIn = ({ items, anyOf = [], ...schema }: JsonSchema): JsonSchema | undefined =>
  [schema, ...(items ? [items] : []), ...anyOf].find((one) => one.properties);

/** Which fields of objects carry a note: those one may leave out, or those one must give. */
type Noting = 'optional' | 'required';

interface FieldProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly note: string;
  readonly noting: Noting;
}

/** A text whose words between backticks are code. */
export function Sentence({ text }: { readonly text: string }) {
  // A part has no name; its place never changes.
  // oxlint-disable-next-line react/no-array-index-key
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}

/** A field, with what it may hold and what it means. */
export function Field({ name, schema, note, noting }: FieldProps) {
  const { default: usual, description } = schema;
  const object = objectIn(schema);
  return (
    <li>
      <code>{name}</code>{' '}
      <span className="kind">
        {note}
        <SchemaWords schema={schema} />
        {usual !== undefined && typeof usual !== 'object' && (
          <>
            ; <code>{usual}</code> if not given
          </>
        )}
      </span>
      {description !== undefined && (
        <span className="says">
          <Sentence text={description} />
        </span>
      )}
      {object && <Fields schema={object} noting={noting} />}
    </li>
  );
}

/** The fields of an object. */
export function Fields({ schema, noting }: { readonly schema: JsonSchema; readonly noting: Noting }) {
  return (
    <ul className="fields">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const isRequired = schema.required?.includes(name) ?? false;
        const note = isRequired === (noting === 'required') ? `${noting}, ` : '';
        return <Field key={name} name={name} schema={field} note={note} noting={noting} />;
      })}
    </ul>
  );
}
