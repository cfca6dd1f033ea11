/** The query string of the values that are set and differ from their default, such as `?page=2`; empty if there are none. */
export function queryString(values: object, defaults: object = {}): string {
  const defaultValues = new Map<string, unknown>(Object.entries(defaults));
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== null && value !== defaultValues.get(name)) params.set(name, String(value));
  return params.size > 0 ? `?${params}` : '';
}
