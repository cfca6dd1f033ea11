import { Badge, GoneBadge, JumpBadge } from '../ui/badge';
import { Card } from '../ui/card';
import { Count } from '../ui/count';
import { CountFact, Fact, FactList } from '../ui/fact';
import { DirectionLabel, GrowthPercent, ReadGrowth } from '../ui/growth-percent';
import { Icon, iconNames } from '../ui/icon';
import { type TableColumn, countColumn, DataTable } from '../ui/data-table';
import { Picture } from '../ui/picture/picture';
import { Row, RowList } from '../ui/row-list';
import { TextButton } from '../ui/form/button';
import { Examples } from './examples';

interface Page {
  readonly path: string;
  readonly views: number;
}

const pages: readonly Page[] = [
  { path: '/boards', views: 1200 },
  { path: '/pins', views: 95 },
];
const pageColumns: readonly TableColumn<Page>[] = [
  { name: 'Page', render: ({ path }) => path },
  countColumn('Views', ({ views }) => views),
];

/** Text, cards, facts, numbers, icons, tiles, and tables. */
export const ContentExamples = () => (
  <>
    <Examples title="Text" isColumn>
      <p className="lead">Lead: the introduction of a screen.</p>
      <p className="caption">Caption: a detail.</p>
      <p className="multiline">{'Multiline:\nkeeps its line breaks.'}</p>
      <p className="number caption">
        1,234,567<span className="sr-only"> (read by screen readers only)</span>
      </p>
    </Examples>
    <Examples title="Card and facts" isColumn>
      <Card title="Card" side={<a href="#card">Link</a>}>
        <FactList>
          <CountFact name="Followers" value={1_234_567} />
          <CountFact name="Unknown count" value={null} />
          <Fact name="Created">Aug 1, 2026</Fact>
        </FactList>
      </Card>
    </Examples>
    <Examples title="Badges and numbers">
      <Badge>confirmed</Badge>
      <Badge isPlain>not confirmed</Badge>
      <GoneBadge row={{ is_gone: true }} />
      <JumpBadge jump={{ jump_share: 0.9, jumped_on: '2026-11-14' }} />
      <Count value={12} />
      <Count value={12_400} />
      <Count value={null} />
      <GrowthPercent percent={12.3} />
      <GrowthPercent percent={-4.5} />
      <GrowthPercent percent={0} />
      <GrowthPercent percent={null} />
      <ReadGrowth percent={12.3} readOn="2024-02-14" days={90} />
      <DirectionLabel direction="up"> Rising</DirectionLabel>
    </Examples>
    <Examples title="Icons">
      {iconNames.map((name) => (
        <span key={name} title={name}>
          <Icon name={name} />
        </span>
      ))}
    </Examples>
    <Examples title="Pictures">
      <Picture entity="pin" id="a" name="Sample" image="/sample-pin.svg" width={80} />
      <Picture entity="pinner" id="b" name="Sample" image="/sample-pin.svg" width={80} />
      {[1, 2, 3, 4].map((count) => (
        <Picture
          key={count}
          entity="board"
          id={`board-${count}`}
          name="Sample"
          image={null}
          pictures={Array.from({ length: count }, (_, index) => `/sample-pin.svg?${index}`)}
          width={80}
        />
      ))}
    </Examples>
    <Examples title="Pictures that are missing">
      <Picture entity="board" id="a" name="Etsy sellers" image={null} width={80} />
      <Picture entity="pinner" id="b" name="Fashion" image={null} width={80} />
      {['c', 'd', 'e', 'f'].map((id) => (
        <Picture key={id} entity="pin" id={id} name={null} image={null} width={80} />
      ))}
    </Examples>
    <Examples title="Rows" isColumn>
      <RowList>
        <Row>
          <span>Content</span>
          <TextButton>Action</TextButton>
        </Row>
        <Row>
          <span>More content</span>
        </Row>
      </RowList>
    </Examples>
    <Examples title="Tables" isColumn>
      <DataTable name="Pages" columns={pageColumns} rows={pages} keyOf={({ path }) => path} />
      <DataTable name="Pages that load" columns={pageColumns} rows={null} keyOf={({ path }) => path} placeholderCount={2} isFramed />
    </Examples>
  </>
);
