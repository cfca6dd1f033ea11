/** Text on one line, cut after the last word that fits, with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  const lastSpace = line.lastIndexOf(' ', maxLength - 1);
  const start = line.slice(0, lastSpace > maxLength / 2 ? lastSpace : maxLength - 1);
  // A surrogate pair is not split.
  return `${start.replace(/[\uD800-\uDBFF]$/, '')}…`;
}
