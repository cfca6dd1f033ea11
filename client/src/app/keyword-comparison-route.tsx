import { KeywordCompareScreen } from '../keywords/compare/keyword-compare-screen';
import { ComparedVolumes } from '../linked-accounts/keywords/compared-volumes';

/** `/keywords/compare?keywords=`, with Pinterest's volumes. */
export const KeywordComparisonRoute = () => (
  <KeywordCompareScreen renderVolumes={(keywords, renderTable) => <ComparedVolumes keywords={keywords}>{renderTable}</ComparedVolumes>} />
);
