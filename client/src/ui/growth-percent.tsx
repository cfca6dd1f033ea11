import { oneDecimal, percentLabel } from '#domain/numbers';
import { Icon } from './icon';

const directions = {
  up: { icon: 'up', word: 'up' },
  down: { icon: 'down', word: 'down' },
  flat: { icon: 'flat', word: 'unchanged' },
} as const;

/** Growth in percent with arrow, sign and, for readers, a word: colour never carries the meaning alone. */
export function GrowthPercent({ percent }: { readonly percent: number | null | undefined }) {
  if (percent === null || percent === undefined) {
    return (
      <span className="growth">
        <span aria-hidden="true">–</span>
        <span className="sr-only">unknown</span>
      </span>
    );
  }
  const rounded = oneDecimal(percent);
  const direction = rounded > 0 ? 'up' : rounded < 0 ? 'down' : 'flat';
  const { icon, word } = directions[direction];
  return (
    <span className={`growth growth--${direction}`}>
      <Icon name={icon} size={14} />
      <span className="sr-only">{word} </span>
      {percentLabel(percent)}
    </span>
  );
}
