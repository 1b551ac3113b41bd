import type { AnimalRecord } from '@burrow/contracts/animal';
import { CalendarPlus, History, Printer, UserRound } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

const iconClass = 'size-4';
const buttonClass = 'justify-start';

/** What is most often done from an animal's page. */
export function QuickActionsCard({ animal, onHistory }: { animal: AnimalRecord; onHistory: () => void }) {
  return (
    <Card title="Quick Actions" className="print:hidden">
      <div className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-1">
        {animal.active === '1' ? (
          <ButtonLink
            className={buttonClass}
            icon={<CalendarPlus aria-hidden="true" className={iconClass} />}
            to={paths.bookingCreate({ client_id: animal.client_id, animal_id: animal.id })}
          >
            Schedule Appointment
          </ButtonLink>
        ) : null}
        <ButtonLink
          className={buttonClass}
          icon={<UserRound aria-hidden="true" className={iconClass} />}
          to={paths.client(animal.client_id)}
        >
          View Owner Details
        </ButtonLink>
        <Button
          className={buttonClass}
          icon={<History aria-hidden="true" className={iconClass} />}
          onClick={onHistory}
        >
          Booking History
        </Button>
        <Button
          className={buttonClass}
          icon={<Printer aria-hidden="true" className={iconClass} />}
          onClick={() => window.print()}
        >
          Print Profile
        </Button>
      </div>
    </Card>
  );
}
