import { compactNumber, wholeNumber } from '#domain/numbers';
import text from './text.module.css';

/** A count in compact form (12.4K); the full value shows on hover and is read by screen readers. */
export function Count({ value }: { readonly value: number | null | undefined }) {
  if (value === null || value === undefined) {
    return (
      <span className={text.number} data-testid="count">
        <span aria-hidden="true">–</span>
        <span className={text.srOnly}>unknown</span>
      </span>
    );
  }
  const compact = compactNumber(value);
  const whole = wholeNumber(value);
  if (compact === whole)
    return (
      <span className={text.number} data-testid="count">
        {whole}
      </span>
    );
  return (
    <span className={text.number} data-testid="count" title={whole}>
      <span aria-hidden="true">{compact}</span>
      <span className={text.srOnly}>{whole}</span>
    </span>
  );
}
