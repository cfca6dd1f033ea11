/** Masks an address except for its first character and its host: `m***@site.com`. */
export function maskEmail(email: string): string {
  const first = email.codePointAt(0);
  return `${first === undefined ? '' : String.fromCodePoint(first)}***${email.slice(email.lastIndexOf('@'))}`;
}
