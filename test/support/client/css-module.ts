/** Stands in for every stylesheet: each class name is its own key. */
const classNames: Readonly<Record<string, string>> = new Proxy({}, { get: (_, name) => name });

export default classNames;
