import { paths } from '../../site/paths';
import { Link } from 'wouter';
import { usePath, useSearchText } from './use-path';

/** A link to the Premium screen, which leads back to the current screen after the purchase. */
export function SeePremium() {
  const path = usePath();
  const query = useSearchText();
  return <Link href={paths.withNext(paths.premium, `${path}${query === '' ? '' : `?${query}`}`)}>See Premium</Link>;
}
