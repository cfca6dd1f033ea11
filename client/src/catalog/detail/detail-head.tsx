import { useState } from 'react';
import { formatFilterValue } from '#domain/catalog/filters/filter-values';
import type { Variant } from '#domain/catalog/variants';
import { Button } from '../../ui/form/button';
import { classes } from '../../ui/classes';
import { Link } from 'wouter';
import { ChipList } from './detail-card';
import styles from './detail-head.module.css';

/** Longer descriptions are cut after a few lines until they are opened. */
const MAX_CHARACTERS_SHOWN = 240;

/** The description of an entity below its title. A long one opens with a button. */
export function Description({ text: description }: { readonly text: string | null }) {
  const [isOpen, setIsOpen] = useState(false);
  if (description === null) return null;
  const isLong = description.length > MAX_CHARACTERS_SHOWN || description.split('\n').length > 3;
  return (
    <div className={classes('stack to-start', styles.description)}>
      <p className={classes('multiline', isLong && !isOpen && styles.cut)} dir="auto" data-testid="description">
        {description}
      </p>
      {isLong && (
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  );
}

/** The list of everything with a topic. */
const topicPath = (variant: Variant, topic: string): string => `/${variant}?${new URLSearchParams({ topic: formatFilterValue([topic]) })}`;

interface TopicsProps {
  readonly variant: Variant;
  readonly topics: readonly string[];
}

/** The topics of an entity, which lead to the list of all that have them. */
export const Topics = ({ variant, topics }: TopicsProps) =>
  topics.length === 0 ? null : (
    <ChipList name="Topics" texts={topics} render={(topic) => <Link href={topicPath(variant, topic)}>{topic}</Link>} />
  );
