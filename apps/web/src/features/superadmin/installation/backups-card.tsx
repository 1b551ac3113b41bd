import { useInstant } from '../../../lib/use-now.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { operatorFormats } from '../operator-formats.ts';
import { formatAgo, formatSeconds, formatSize } from './installation-words.ts';
import type { Installation } from './queries.ts';
import { UnreadPanel } from './unread-panel.tsx';

type Backup = NonNullable<Installation['backups']>[number];

const looks: Record<Backup['state'], { tone: BadgeTone; label: string }> = {
  running: { tone: 'progress', label: 'Running' },
  done: { tone: 'confirmed', label: 'Done' },
  failed: { tone: 'attention', label: 'Failed' },
};

const took = ({ started_at: from, finished_at: to }: Backup): string =>
  to === null ? '' : formatSeconds((Date.parse(to) - Date.parse(from)) / 1000);

function Row({ backup }: { backup: Backup }) {
  const now = useInstant();
  const { state, bytes, rows, files, place, failure, started_at: at } = backup;
  return (
    <li className="px-4 py-2.5">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="figures font-semibold">{operatorFormats.dateTime(at)}</span>
        <Badge tone={looks[state].tone}>{looks[state].label}</Badge>
        <span className="text-sm text-ink-soft">{formatAgo(at, now)}</span>
      </p>
      <p className="text-sm wrap-anywhere text-ink-soft">
        {bytes === null
          ? null
          : `${formatSize(bytes)}, ${operatorFormats.count(rows ?? 0, 'row')}, ${operatorFormats.count(files ?? 0, 'file')}, in ${took(backup)}. `}
        {failure === null ? null : <span className="text-attention">{failure} </span>}
        {place}
      </p>
    </li>
  );
}

/** The last backups, newest first. */
export function BackupsCard({ backups }: Pick<Installation, 'backups'>) {
  return (
    <Card flush title="Backups">
      {backups === null ? <UnreadPanel what="The list of backups" /> : null}
      {backups?.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">
          No backups yet. To make one every day, see docs/operating/backup-and-restore.md.
        </p>
      ) : null}
      {backups && backups.length > 0 ? (
        <ul className="divide-y divide-line">
          {backups.map((backup) => (
            <Row key={backup.id} backup={backup} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}
