import { useEndpoint } from '../api/resource';
import { useSettings } from '../api/settings';
import { paths } from '../site/paths';
import { useShortcuts } from '../site/shortcuts';
import { Button, ButtonLink } from '../ui/form/button';
import { AdminScreen, LoadedTogether } from '../ui/navigation/admin-screen';
import { DemoCard } from './demo-card';
import { FileIntake, useImports } from './file-intake';
import { ImportsCard } from './import-list';

/** `/admin/imports`: files that come in by the browser, and the imports by every way. It follows what happens. */
export function ImportsScreen() {
  const imports = useImports();
  const { demo: isDemo } = useSettings();
  useShortcuts({ r: imports.refresh });
  const hasImported = imports.list.data?.imports.some(({ state, is_dry_run: isDryRun }) => state === 'done' && !isDryRun) ?? false;
  return (
    <AdminScreen
      isReady={imports.list.data !== null}
      lead="Files for the catalog, and what became of them"
      busy={imports.list.busy}
      actions={
        <>
          <ButtonLink href={paths.setup}>First steps</ButtonLink>
          <Button onClick={imports.refresh}>Refresh</Button>
        </>
      }
    >
      <FileIntake imports={imports} />
      <LoadedTogether resources={[imports.list]}>
        {isDemo && hasImported && <DemoOffer />}
        <ImportsCard imports={imports} />
      </LoadedTogether>
    </AdminScreen>
  );
}

/** After the first import, the removal of the demo. */
function DemoOffer() {
  const setup = useEndpoint('GET /admin/setup');
  return setup.data && <DemoCard setup={setup.data} onChange={setup.reload} />;
}
