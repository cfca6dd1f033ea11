import { useState } from 'react';
import { Button } from '../ui/form/button';
import type { WatchSelection } from '../ui/navigation/watch-slot';
import { watchAtOnce } from './watching';

/** Watches selected rows together. */
export function WatchSelectedButton({ entities }: WatchSelection) {
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    setIsBusy(true);
    await watchAtOnce(entities);
    setIsBusy(false);
  };
  return (
    <Button disabled={isBusy} onClick={() => void press()}>
      Watch
    </Button>
  );
}
