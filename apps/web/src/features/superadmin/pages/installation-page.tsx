import { CloudOff, RotateCw } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { BackupsCard } from '../installation/backups-card.tsx';
import { DatabaseCard } from '../installation/database-card.tsx';
import { ProvidersCard } from '../installation/providers-card.tsx';
import { useInstallation, type Installation } from '../installation/queries.ts';
import { ServerCard } from '../installation/server-card.tsx';
import { VerdictCard } from '../installation/verdict-card.tsx';
import { WorkCard } from '../installation/work-card.tsx';
import { operatorFormats } from '../operator-formats.ts';

function Panels({ installation }: { installation: Installation }) {
  const { findings, providers, work, failed, backups, database, server } = installation;
  return (
    <>
      <VerdictCard findings={findings} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-5">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-5">
          <ProvidersCard providers={providers} />
          <BackupsCard backups={backups} />
          <ServerCard server={server} />
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-5">
          <WorkCard work={work} failed={failed} />
          <DatabaseCard database={database} />
        </div>
      </div>
    </>
  );
}

/** How the installation stands, for whoever runs it (/superadmin/installation). */
export function InstallationPage() {
  usePage('Installation');
  const installation = useInstallation();
  const { data } = installation;
  const readAgain = () => void installation.refetch();
  return (
    <div className="flex flex-col gap-4 lg:gap-5">
      <PageHeader
        title="Installation"
        subtitle={data ? `As of ${operatorFormats.timeOf(data.read_at)}. Refreshes every 30 seconds.` : null}
        actions={
          <Button icon={<RotateCw className="size-4" />} busy={installation.isFetching} onClick={readAgain}>
            Refresh
          </Button>
        }
      />
      {installation.isError && data ? (
        <Banner tone="warning" icon={<CloudOff />} alert>
          The server or its database is not responding. Showing data from{' '}
          {operatorFormats.timeOf(data.read_at)}; retrying automatically.
        </Banner>
      ) : null}
      {installation.isPending ? (
        <Card>
          <SkeletonRows rows={8} />
        </Card>
      ) : null}
      {installation.isError && !data ? (
        <ErrorPanel
          boxed
          title="Failed to load the installation’s status"
          onRetry={readAgain}
          retrying={installation.isFetching}
        >
          {messageOf(installation.error, '')}
        </ErrorPanel>
      ) : null}
      {data ? <Panels installation={data} /> : null}
    </div>
  );
}
