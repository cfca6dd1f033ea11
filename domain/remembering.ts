/**
 * The same function, but inputs that repeat are computed once. After `most` different ones it begins anew, since a source of ever new ones
 * must not fill the memory.
 */
export function remembering<T extends string | number | null>(make: (text: string) => T, most: number): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (answers.size >= most) answers.clear();
    answers.set(text, made);
    return made;
  };
}
