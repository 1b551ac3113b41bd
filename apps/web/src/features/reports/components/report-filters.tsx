import { paymentMethods } from '@burrow/contracts/booking-status';
import { FileChartColumn } from 'lucide-react';
import { useRef } from 'react';
import { useFormats } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DateInput } from '../../../ui/date-input.tsx';
import { useFocusFirstWrong } from '../../../ui/focus-first-wrong.ts';
import { Select } from '../../../ui/select.tsx';
import { RangeChoices } from './range-choices.tsx';
import type { ReportFilters as Filters, ReportProblems } from '../report-address.ts';
import type { useStaffChoices } from '../use-staff-choices.ts';

interface ReportFiltersProps {
  filters: Filters;
  problems: ReportProblems | null;
  staff: ReturnType<typeof useStaffChoices>;
  /** While the report loads. */
  busy: boolean;
  onChange: (edit: Partial<Filters>) => void;
  onGenerate: () => void;
}

/** The filters of the paid bookings report, and the button that generates it. */
export function ReportFilters({ filters, problems, staff, busy, onChange, onGenerate }: ReportFiltersProps) {
  const form = useRef<HTMLFormElement>(null);
  const today = useFormats().today();
  useFocusFirstWrong(form, problems);
  const isKnown = filters.staff === '' || staff.options.some(({ value }) => value === filters.staff);
  const unknown = { value: filters.staff, label: `Staff member ${filters.staff}` };
  return (
    <Card title="Filters" className="print:hidden">
      <form
        ref={form}
        noValidate
        className="grid grid-cols-2 gap-3 lg:grid-cols-[1fr_1fr_1fr_1.4fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onGenerate();
        }}
      >
        <DateInput
          label="Date From"
          name="date_from"
          value={filters.date_from}
          max={today}
          error={problems?.date_from}
          onChange={(event) => onChange({ date_from: event.target.value })}
        />
        <DateInput
          label="Date To"
          name="date_to"
          value={filters.date_to}
          max={today}
          // An error that concerns both days is shown once.
          error={problems?.date_to === problems?.date_from ? undefined : problems?.date_to}
          onChange={(event) => onChange({ date_to: event.target.value })}
        />
        <Select
          label="Payment Type"
          name="paid_type"
          emptyLabel="All"
          options={['BACS', 'Cash', 'Card'].map((method) => ({ value: method, label: method }))}
          value={filters.paid_type}
          error={problems?.paid_type}
          onChange={({ target }) =>
            onChange({ paid_type: paymentMethods.find((method) => method === target.value) ?? '' })
          }
        />
        <Select
          label="Staff Member"
          name="staff"
          emptyLabel="All Staff"
          options={isKnown ? staff.options : [...staff.options, unknown]}
          value={filters.staff}
          error={problems?.staff}
          hint={staff.isError ? 'Couldn’t load the staff members' : undefined}
          onChange={(event) => onChange({ staff: event.target.value })}
        />
        <Button
          type="submit"
          variant="primary"
          className="col-span-2 lg:col-span-1 lg:mt-5.5 lg:self-start"
          icon={<FileChartColumn aria-hidden="true" className="size-4" />}
          busy={busy}
          busyLabel="Generating..."
        >
          Generate Report
        </Button>
        <div className="col-span-2 lg:col-span-5">
          <RangeChoices onChoose={({ from, to }) => onChange({ date_from: from, date_to: to })} />
        </div>
      </form>
    </Card>
  );
}
