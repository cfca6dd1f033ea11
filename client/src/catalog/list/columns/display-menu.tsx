import { lazy, useState } from 'react';
import type { Variant } from '#domain/catalog/variants';
import { Button } from '../../../ui/form/button';
import { Popover } from '../../../ui/form/popover';
import { Icon } from '../../../ui/icon';

/** In a chunk of its own, since few visits change them. */
const DisplayChoices = lazy(async () => ({ default: (await import('./display-choices')).DisplayChoices }));

/** Opens how the rows of a list are shown: their columns and their height. */
export function DisplayMenu({ variant }: { readonly variant: Variant }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Display"
      isOpen={isOpen}
      onToggle={setIsOpen}
      renderButton={(props) => (
        <Button {...props}>
          Display <Icon name="open" size={16} />
        </Button>
      )}
    >
      <DisplayChoices variant={variant} />
    </Popover>
  );
}
