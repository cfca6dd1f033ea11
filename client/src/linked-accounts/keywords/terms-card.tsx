import { useState } from 'react';
import type { LinkedAccount } from '#domain/linked-accounts/contract';
import { useEndpoint } from '../../api/resource';
import { paths } from '../../site/paths';
import { Card } from '../../ui/card';
import { TextForm } from '../../ui/form/text-form';
import { Row, RowList } from '../../ui/row-list';
import { OwnFigures } from '../figures';
import { KeywordLink, SaveFoundKeyword } from './found-keyword';

const LIST_HEIGHT_PX = 300;
const MAX_TERM_LENGTH = 100;

/** Terms that Pinterest relates to a term, and those it suggests for it. */
export function TermsCard({ account: { _id: id, has_volumes } }: { readonly account: LinkedAccount }) {
  const [term, setTerm] = useState('');
  const show = (text: string) => setTerm(text.replaceAll(',', ' ').trim());
  return (
    <Card title="Related and suggested terms" className="stack gap-3" data-testid="terms">
      {has_volumes ? (
        <>
          <TextForm label="Term" type="search" action="Show terms" maxLength={MAX_TERM_LENGTH} onSend={show} />
          {term !== '' && <Terms accountId={id} term={term} />}
        </>
      ) : (
        <p>
          Pinterest tells them once you <a href={paths.ownAccount(id)}>allow search volumes for your account</a>.
        </p>
      )}
    </Card>
  );
}

function Terms({ accountId: id, term }: { readonly accountId: string; readonly term: string }) {
  const terms = useEndpoint('GET /users/me/pinterest_accounts/:id/terms', { params: { id }, query: { term } });
  return (
    <OwnFigures resource={terms} isEmpty={({ related, suggested }) => related.length + suggested.length === 0} height={LIST_HEIGHT_PX}>
      {({ related, suggested }) => (
        <>
          <TermList title="Related" terms={related} />
          <TermList title="Suggested" terms={suggested.filter((one) => !related.includes(one))} />
        </>
      )}
    </OwnFigures>
  );
}

const TermList = ({ title, terms }: { readonly title: string; readonly terms: readonly string[] }) =>
  terms.length === 0 ? null : (
    <div>
      <h3>{title}</h3>
      <RowList>
        {[...new Set(terms)].map((term) => (
          <Row key={term} data-testid="term-row">
            <KeywordLink keyword={term} />
            <SaveFoundKeyword keyword={term} />
          </Row>
        ))}
      </RowList>
    </div>
  );
