import type { LinkedAccount, ResearchResults } from '#domain/linked-accounts/contract';
import { type Resource, useEndpoint } from '../../api/resource';
import { SkeletonBar } from '../../ui/feedback/skeleton';
import { useOwnAccounts } from '../use-own-accounts';
import { KeywordResults, ResultsLimits, ResultsNote } from './results';

const LINE_HEIGHT_PX = 20;

/** What came of all saved keywords, in one call per account. */
const useSavedResults = (id: string): Resource<ResearchResults> =>
  useEndpoint('GET /users/me/pinterest_accounts/:id/results', { params: { id }, query: {} });

/** What came of a saved keyword, below it in the list; without one, what all of them have in common. */
export function SavedResults({ keyword }: { readonly keyword: string | null }) {
  const { data: accounts, error } = useOwnAccounts();
  if (!accounts) return error ? null : <SkeletonBar width={240} height={LINE_HEIGHT_PX} />;
  return (
    <>
      {keyword === null && <ResultsNote />}
      {accounts.map((account) => {
        const whose = accounts.length === 1 ? '' : `@${account.username}: `;
        return keyword === null ? (
          <AccountNote key={account._id} account={account} whose={whose} />
        ) : (
          <AccountResults key={account._id} account={account} whose={whose} keyword={keyword} />
        );
      })}
    </>
  );
}

interface AccountProps {
  readonly account: LinkedAccount;
  /** The account, where there are several. */
  readonly whose: string;
}

function AccountNote({ account: { _id: id }, whose }: AccountProps) {
  const { data, error } = useSavedResults(id);
  if (data) return <ResultsLimits results={data} />;
  return error && <p data-testid="saved-results-error">{`${whose}${error.message}`}</p>;
}

function AccountResults({ account: { _id: id }, whose, keyword }: AccountProps & { readonly keyword: string }) {
  const { data, error } = useSavedResults(id);
  if (!data) return error ? null : <SkeletonBar width={240} height={LINE_HEIGHT_PX} />;
  const found = data.keywords.find((one) => one.keyword === keyword);
  return (
    <p className="small" data-testid="saved-results">
      {whose}
      {found ? <KeywordResults found={found} /> : 'No pin of yours yet'}
    </p>
  );
}
