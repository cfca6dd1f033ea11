import type { ReactNode } from 'react';
import type { JsonSchema } from '#server/api-docs/json-schema';

/** `1 to 100`, `at most 300`; empty without bounds. */
function rangeText(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (max !== undefined) return `at most ${max}`;
  return min === undefined ? '' : `at least ${min}`;
}

const formatTexts: Readonly<Record<string, string>> = { uuid: 'a UUID', 'date-time': 'a time (ISO 8601)' };
const typeTexts: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number', boolean: 'true or false' };

/** A value that is neither an object nor a list: `whole number, 1 to 100`, `text, at most 100 characters`. */
function ScalarText({ schema }: { readonly schema: JsonSchema }) {
  const { format = '', minimum, maximum, minLength, maxLength, pattern } = schema;
  const [type = 'anything', orNull] = [schema.type ?? []].flat();
  const bounds = rangeText(minimum, maximum);
  const length = rangeText(minLength, maxLength);
  const values = schema.enum?.filter((value) => value !== null);
  return (
    <>
      {values ? <EnumValues values={values} /> : (formatTexts[format] ?? typeTexts[type] ?? type)}
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

function EnumValues({ values }: { readonly values: readonly (string | number)[] }) {
  return (
    <>
      {values.length > 1 && 'one of '}
      {values.map((value, index) => (
        <span key={value}>
          {index > 0 && ', '}
          <code>{value}</code>
        </span>
      ))}
    </>
  );
}

function JoinedSchemas({ schemas, word: conjunction }: { readonly schemas: readonly JsonSchema[]; readonly word: string }) {
  return schemas.map((schema, index) => (
    // A schema has no key, and the order never changes.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={index}>
      {index > 0 && ` ${conjunction} `}
      <SchemaText schema={schema} />
    </span>
  ));
}

/** A schema as text, with a link to each named type. */
export function SchemaText({ schema }: { readonly schema: JsonSchema }): ReactNode {
  const { $ref, anyOf, items, prefixItems, properties, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1);
    return <a href={`#type-${name}`}>{name}</a>;
  }
  if (anyOf) return <JoinedSchemas schemas={anyOf} word="or" />;
  if (prefixItems) return ['list of ', <JoinedSchemas key="items" schemas={prefixItems} word="and" />];
  if (items) return ['list of ', <SchemaText key="items" schema={items} />];
  if (!properties && typeof additionalProperties === 'object')
    return ['object of ', <SchemaText key="values" schema={additionalProperties} />];
  return <ScalarText schema={schema} />;
}

/** The object whose fields are listed below a field: the schema itself, its items, or an alternative. */
const nestedObject = ({ items, anyOf = [], ...schema }: JsonSchema): JsonSchema | undefined =>
  [schema, ...(items ? [items] : []), ...anyOf].find((candidate) => candidate.properties);

/** Which fields of an object are marked: the optional ones, or the required ones. */
type NotedPresence = 'optional' | 'required';

interface SchemaFieldProps {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly note: string;
  readonly notedPresence: NotedPresence;
}

/** A text with the words between backticks as code. */
export function TextWithCode({ text }: { readonly text: string }) {
  // A part has no key, and the order never changes.
  // oxlint-disable-next-line react/no-array-index-key
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** A field with its type and description. */
export function SchemaField({ name, schema, note, notedPresence }: SchemaFieldProps) {
  const { default: defaultValue, description } = schema;
  const object = nestedObject(schema);
  return (
    <li>
      <code>{name}</code>{' '}
      <span className="kind">
        {note}
        <SchemaText schema={schema} />
        {defaultValue !== undefined && typeof defaultValue !== 'object' && (
          <>
            ; default <code>{defaultValue}</code>
          </>
        )}
      </span>
      {description !== undefined && (
        <span className="says">
          <TextWithCode text={description} />
        </span>
      )}
      {object && <Fields schema={object} notedPresence={notedPresence} />}
    </li>
  );
}

/** The fields of an object. */
export function Fields({ schema, notedPresence }: { readonly schema: JsonSchema; readonly notedPresence: NotedPresence }) {
  return (
    <ul className="fields">
      {Object.entries(schema.properties ?? {}).map(([name, field]) => {
        const isRequired = schema.required?.includes(name) ?? false;
        const note = isRequired === (notedPresence === 'required') ? `${notedPresence}, ` : '';
        return <SchemaField key={name} name={name} schema={field} note={note} notedPresence={notedPresence} />;
      })}
    </ul>
  );
}
