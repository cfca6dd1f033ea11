import { useEffect, useRef } from 'react';
import type { ApiError } from '../api/api-error';
import { TooMany, useCountdown } from './countdown';

interface FormFaultProps {
  readonly id: string;
  readonly fault: ApiError | null;
}

/** The red box above a form: why it was refused. It takes the focus, so that one reads on from there. */
export function FormFault({ id, fault }: FormFaultProps) {
  const box = useRef<HTMLDivElement>(null);
  const seconds = useCountdown(fault);
  useEffect(() => {
    if (fault) box.current?.focus();
  }, [fault]);
  if (!fault) return null;
  return (
    <div ref={box} id={id} className="form-fault" role="alert" tabIndex={-1} data-testid="form-error">
      {fault.status === 429 ? <TooMany seconds={seconds} /> : fault.errors.map((error) => <p key={error}>{error}</p>)}
    </div>
  );
}
