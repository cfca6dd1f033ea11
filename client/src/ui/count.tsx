import { compactNumber, wholeNumber } from '#domain/numbers';

/** A count as people read it (12.4K); its full value shows on hover and is what screen readers say. */
export function Count({ value }: { readonly value: number | null | undefined }) {
  if (value === null || value === undefined) {
    return (
      <span className="count">
        <span aria-hidden="true">–</span>
        <span className="sr-only">unknown</span>
      </span>
    );
  }
  const compact = compactNumber(value);
  const whole = wholeNumber(value);
  if (compact === whole) return <span className="count">{whole}</span>;
  return (
    <span className="count" title={whole}>
      <span aria-hidden="true">{compact}</span>
      <span className="sr-only">{whole}</span>
    </span>
  );
}
