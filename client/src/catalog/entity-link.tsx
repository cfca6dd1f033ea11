import { type ReactNode, useEffect, useRef } from 'react';
import type { EntityType } from '#domain/catalog/variants';
import { paths } from '../site/paths';
import { Link } from 'wouter';
import { prefetchDetail } from './detail/use-detail';

const PREFETCH_DELAY_MS = 200;

interface EntityLinkProps {
  readonly entity: EntityType;
  readonly id: string;
  readonly className?: string | undefined;
  /** The tooltip. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

/** A link to a detail page; hover or focus prefetches the page. */
export function EntityLink({ entity, id, className = '', title, children }: EntityLinkProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const startPrefetch = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void prefetchDetail(entity, id), PREFETCH_DELAY_MS);
  };
  const cancelPrefetch = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Link
      href={paths[entity](id)}
      className={className}
      title={title}
      onMouseEnter={startPrefetch}
      onFocus={startPrefetch}
      onMouseLeave={cancelPrefetch}
      onBlur={cancelPrefetch}
      onClick={cancelPrefetch}
    >
      {children}
    </Link>
  );
}
