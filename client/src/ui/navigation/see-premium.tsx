import { paths } from '../../site/paths';
import { Link } from 'wouter';
import { usePathWithQuery } from './use-path';

/** A link to the Premium screen, which leads back to the current screen after the purchase. */
export const SeePremium = () => <Link href={paths.withNext(paths.premium, usePathWithQuery())}>See Premium</Link>;
