import { MonitorDot, UsersRound, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { usePhone } from '../../../lib/use-phone.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { HereList } from '../../attendance/components/here-list.tsx';
import { useBookingsHere } from '../../attendance/queries.ts';

const title = 'Who’s here';

/** Shows and hides who is here, and says how many. */
export function HereButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const count = useBookingsHere().data?.here.length ?? 0;
  return (
    <Button
      size="small"
      aria-expanded={isOpen}
      onClick={onToggle}
      icon={<UsersRound aria-hidden="true" className="size-4" />}
    >
      <span className="max-md:sr-only">{title}</span>
      <span className="figures">{count}</span>
    </Button>
  );
}

const Content = ({ onOpen }: { onOpen: (id: number) => void }) => (
  <>
    <HereList onOpen={onOpen} />
    <Link
      to={paths.board}
      className={classNames(textLinkClass, 'mt-4 flex min-h-6 w-fit items-center gap-1.5 text-sm')}
    >
      <MonitorDot aria-hidden="true" className="size-4" />
      Board
    </Link>
  </>
);

/** Who is here, at the edge of the diary; on a phone in a sheet. */
export function HerePanel({
  isAside,
  onOpen,
  onClose,
}: {
  /** Whether an appointment is shown beside the grid: then there is only room for both on a large screen. */
  isAside: boolean;
  /** Shows an appointment. */
  onOpen: (id: number) => void;
  onClose: () => void;
}) {
  const phone = usePhone();
  if (phone) {
    return (
      <Dialog open onOpenChange={onClose} title={title}>
        <Content onOpen={onOpen} />
      </Dialog>
    );
  }
  return (
    <aside
      aria-labelledby="diary-here-title"
      className={classNames(
        'flex w-68 shrink-0 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card print:hidden',
        isAside && 'max-2xl:hidden',
      )}
    >
      <header className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3">
        <h2 id="diary-here-title" className="min-w-0 flex-1 font-bold">
          {title}
        </h2>
        <IconButton label="Hide who’s here" icon={<X />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-3">
        <Content onOpen={onOpen} />
      </div>
    </aside>
  );
}
