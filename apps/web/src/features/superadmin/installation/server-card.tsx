import { useInstant } from '../../../lib/use-now.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { formatSeconds, formatSize } from './installation-words.ts';
import type { Installation } from './queries.ts';

/** The process that answered: of several behind one address it may be another the next time. */
export function ServerCard({ server }: Pick<Installation, 'server'>) {
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
