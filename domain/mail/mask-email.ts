/** An address with all but its first sign and its host hidden: `m***@site.com`. */
export function maskEmail(email: string): string {
  const first = email.codePointAt(0);
  return `${first === undefined ? '' : String.fromCodePoint(first)}***${email.slice(email.lastIndexOf('@'))}`;
}
