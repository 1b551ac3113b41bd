import { ChartColumn, ChevronRight, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { Dialog } from '../../../ui/dialog.tsx';

const views = [
  {
    name: 'View Reports',
    about: 'Business reports and documentation',
    to: paths.reports(),
    icon: <FileText />,
  },
  {
    name: 'View Analytics',
    about: 'Business insights and performance metrics',
    to: paths.analytics(),
    icon: <ChartColumn />,
  },
] as const;

function View({
  name,
  about,
  to,
  icon,
  isFirst,
  onChoose,
}: {
  name: string;
  about: string;
  to: string;
  icon: ReactNode;
  isFirst: boolean;
  onChoose: () => void;
}) {
  return (
    <Link
      to={to}
      onClick={onChoose}
      data-dialog-beginning={isFirst ? '' : undefined}
      className="flex min-h-20 items-center gap-4 rounded-lg border border-edge/70 bg-surface px-4 py-3 text-ink no-underline transition-colors duration-100 hover:border-brand hover:bg-brand-soft"
    >
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-md bg-brand-soft text-2xl text-brand"
      >
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-bold">{name}</span>{' '}
        <span className="block text-ink-soft">{about}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
    </Link>
  );
}

/** Asks which view of the figures to open. */
export function SelectViewDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Select View"
    >
      <ul className="grid gap-3">
        {views.map((view, index) => (
          <li key={view.name}>
            <View {...view} isFirst={index === 0} onChoose={onClose} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
