type LogRecord = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a request's record says, as access logs do. */
const requestText = ({ method, route, status, ms, id }: LogRecord): string =>
  [method, route, status, `${textOf(ms)} ms`, id].map(textOf).join(' ');

function messageOf({ msg, stack, ...fields }: LogRecord): string {
  if (fields['part'] === 'http' && msg === undefined) return requestText(fields);
  const { level: _, time: __, part: ___, at: ____, ...rest } = fields;
  const details = Object.entries(rest).map(([name, value]) => `${name}=${textOf(value)}`);
  return [...(msg === undefined ? [] : [textOf(msg)]), ...details].join(' ') + (stack === undefined ? '' : `\n${textOf(stack)}`);
}

/** A record of the log for a person at a terminal: `12:31:07 ERROR jobs: growth failed job=growth`. */
export function readableLine(json: string): string {
  const record = JSON.parse(json) as LogRecord;
  const level = record['level'] === 'info' ? '' : ` ${textOf(record['level']).toUpperCase()}`;
  return `${textOf(record['time']).slice(11, 19)}${level} ${textOf(record['part'])}: ${messageOf(record)}\n`;
}
