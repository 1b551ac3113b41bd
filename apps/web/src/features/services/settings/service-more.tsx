import { maxBufferMinutes, maxDaysAhead, maxNoticeHours } from '@burrow/contracts/resource-limits';
import type { SelfChange } from '@burrow/contracts/booking-terms';
import { ChevronRight, Scale } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { usePractice } from '../../../lib/practice.ts';
import type { FormOf } from '../../../lib/use-form.ts';
import { Banner } from '../../../ui/banner.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { selfChangeNames, TermsFields } from '../../booking-changes/settings/terms-fields.tsx';
import type { ServiceValues } from '../service-values.ts';
import { ServiceNeeds } from './service-needs.tsx';
import { ServiceStaff } from './service-staff.tsx';

const Section = ({ title, about, children }: { title: string; about: string; children: ReactNode }) => (
  <fieldset className="min-w-0">
    <legend className="text-sm font-semibold">{title}</legend>
    <p className="text-sm text-ink-soft">{about}</p>
    <div className="mt-2">{children}</div>
  </fieldset>
);

const moreFields = [
  'staff',
  'needs',
  'before_minutes',
  'after_minutes',
  'min_notice_hours',
  'max_days_ahead',
  'cancel_free_hours',
  'cancel_keep_value',
  'no_show_keep_value',
  'move_limit',
  'move_notice_hours',
] as const;

/**
 * Who provides a service, what it needs, the time kept free, the rules of online requests, and the terms of moving and
 * cancelling; collapsed at first.
 */
export function ServiceMore({
  form,
  warning,
}: {
  form: FormOf<ServiceValues>;
  /** About what the stored terms keep. */
  warning: string | null;
}) {
  const before = usePractice()?.self_change;
  const [open, setOpen] = useState(false);
  const isWrong = moreFields.some((name) => form.errors[name] !== undefined);
  return (
    <details
      className="group col-span-2 rounded-md border border-line"
      open={open || isWrong}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-md px-3 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-ink-soft transition-transform duration-100 group-open:rotate-90"
        />
        Staff, rooms and online rules
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-3">
        <ServiceStaff form={form} />
        <ServiceNeeds
          needs={form.values.needs}
          error={form.errors.needs}
          onChange={(needs) => form.set({ needs })}
        />
        <Section title="Time kept free" about="For preparing and cleaning, around each appointment">
          <div className="grid grid-cols-2 gap-4">
            <NumberField
              {...form.field('before_minutes')}
              label="Minutes before"
              min={0}
              max={maxBufferMinutes}
              step={5}
            />
            <NumberField
              {...form.field('after_minutes')}
              label="Minutes after"
              min={0}
              max={maxBufferMinutes}
              step={5}
            />
          </div>
        </Section>
        <Section title="Online requests" about="For clients in the portal, not for bookings at the desk">
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              {...form.field('min_notice_hours')}
              label="Notice (hours)"
              min={0}
              max={maxNoticeHours}
              hint="How long before the start clients must request it"
            />
            <NumberField
              {...form.field('max_days_ahead')}
              label="How far ahead (days)"
              min={1}
              max={maxDaysAhead}
              hint="Leave empty for two years"
            />
          </div>
        </Section>
        <Section title="Moving and cancelling" about="For appointments booked from now on">
          <div className="flex flex-col gap-4">
            <Select
              {...form.field('self_change')}
              label="In the portal, clients can"
              emptyLabel={`Same as the practice${before === undefined ? '' : `: ${selfChangeNames[before].toLowerCase()}`}`}
              options={(Object.keys(selfChangeNames) as SelfChange[]).map((value) => ({
                value,
                label: selfChangeNames[value],
              }))}
            />
            <TermsFields form={form} inherits />
            {warning === null ? null : (
              <Banner tone="warning" icon={<Scale />}>
                {warning}
              </Banner>
            )}
          </div>
        </Section>
      </div>
    </details>
  );
}
