import { CloudOff, RotateCw } from 'lucide-react';
import { messageOf } from '../../../lib/api-error.ts';
import { usePage } from '../../../lib/page-name.ts';
import { useInstant } from '../../../lib/use-now.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { BackupsCard } from '../installation/backups-card.tsx';
import { DatabaseCard } from '../installation/database-card.tsx';
import { formatSeconds, formatSize } from '../installation/installation-words.ts';
import { ProvidersCard } from '../installation/providers-card.tsx';
import { useInstallation, type Installation } from '../installation/queries.ts';
import { VerdictCard } from '../installation/verdict-card.tsx';
import { WorkCard } from '../installation/work-card.tsx';
import { operatorFormats } from '../operator-formats.ts';

/** The process that answered; behind one address there may be several. */
function ServerCard({ server }: Pick<Installation, 'server'>) {
  const now = useInstant();
  const upSeconds = Math.max(0, (now.getTime() - Date.parse(server.started_at)) / 1000);
  return (
    <Card title="Server" aside={<span className="text-sm text-ink-soft">this process</span>}>
      <Facts>
        <Fact name="Burrow">{server.build}</Fact>
        <Fact name="Node.js">{server.node.replace(/^v/, '')}</Fact>
        <Fact name="Running for">{formatSeconds(upSeconds)}</Fact>
        <Fact name="Memory">{formatSize(server.memory_bytes)}</Fact>
        <Fact name="Disks">
          <ul>
            {server.disks.map(({ what, free_bytes: free, total_bytes: total }) => (
              <li key={what}>
                {formatSize(free)} of {formatSize(total)} free{' '}
                <span className="text-sm text-ink-soft">({what})</span>
              </li>
            ))}
          </ul>
        </Fact>
      </Facts>
    </Card>
  );
}

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

/** The state of the installation, for the superadmin (/superadmin/installation). */
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
          title="Couldn’t load the installation’s status"
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
