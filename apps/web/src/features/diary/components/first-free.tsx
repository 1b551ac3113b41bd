import { timeOf } from '@burrow/contracts/calendar-day';
import { CalendarSearch } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { Select } from '../../../ui/select.tsx';
import { useServices } from '../../services/queries.ts';
import { filledBy } from '../../bookings/choices.ts';
import { useStaff } from '../../bookings/queries.ts';
import { useFirstFree, type FoundGap } from '../use-first-free.ts';

/** Steps through the free times for a service, and for a person if one is chosen. */
export function FirstFree({
  gap,
  onFound,
  onBook,
}: {
  gap: FoundGap | null;
  onFound: (gap: FoundGap | null) => void;
  onBook: (gap: FoundGap) => void;
}) {
  const formats = useFormats();
  const services = useServices().data ?? [];
  const staff = useStaff().data ?? [];
  const search = useFirstFree();
  const [serviceId, setServiceId] = useState('');
  const [staffId, setStaffId] = useState('');
  const service = filledBy(services, serviceId, staffId);
  const look = async (next: boolean) => {
    if (!service) return;
    const from =
      next && gap
        ? { date: gap.date, after: timeOf(gap.start) }
        : { date: formats.today(), after: formats.now().slice(11) };
    const wanted = {
      serviceId: Number(serviceId),
      minutes: Number(service.duration_minutes),
      staffId: Number(staffId) || null,
    };
    const found = await search.find(wanted, from);
    if (found !== undefined) onFound(found);
  };
  /** What was found or is being searched was for another choice. */
  const forget = () => {
    search.stop();
    onFound(null);
  };
  const options = (rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Popover
      title="First free"
      trigger={
        <Button icon={<CalendarSearch aria-hidden="true" className="size-4" />} className="max-lg:px-2.5">
          <span className="max-lg:sr-only">First free</span>
        </Button>
      }
    >
      <div className="flex flex-col gap-3 p-4">
        <Select
          label="Service"
          emptyLabel="Select a service"
          options={options(services)}
          value={serviceId}
          onChange={({ target }) => {
            setServiceId(target.value);
            forget();
          }}
        />
        <Select
          label="Staff"
          emptyLabel="Anyone"
          options={options(staff)}
          value={staffId}
          onChange={({ target }) => {
            setStaffId(target.value);
            forget();
          }}
        />
        <p aria-live="polite" className="figures empty:hidden">
          {search.problem ??
            (gap === null ? null : (
              <strong>{`${formats.shortDay(gap.date)}, ${formats.time(timeOf(gap.start))}`}</strong>
            ))}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            variant={gap === null ? 'primary' : 'secondary'}
            disabled={!service}
            busy={search.busy}
            onClick={() => void look(gap !== null)}
          >
            {gap === null ? 'Find' : 'Next free'}
          </Button>
          {gap === null ? null : (
            <Button variant="primary" onClick={() => onBook(gap)}>
              Book
            </Button>
          )}
        </div>
      </div>
    </Popover>
  );
}
