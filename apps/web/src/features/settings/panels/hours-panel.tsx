import type { BusinessHours, TenantRecord } from '@burrow/contracts/tenant';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { DayHours } from '../components/day-hours.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { copiedToWeekdays, daysInOrder, hoursOf, hoursProblems, problemOf } from '../opening-hours.ts';
import { usePracticeForm } from '../use-practice-form.ts';

const valuesOf = (practice: TenantRecord): { business_hours: BusinessHours } => ({
  business_hours: hoursOf(practice.business_hours),
});

const check = ({ business_hours: hours }: { business_hours: BusinessHours }) => hoursProblems(hours);

/** When the practice is open: seven days, each with any number of ranges. */
export function HoursPanel({ practice }: { practice: TenantRecord }) {
  const { weekdays } = useFormats();
  const form = usePracticeForm(practice, valuesOf, { check });
  const hours = form.values.business_hours;
  return (
    <SettingsForm form={form}>
      <Card flush>
        <p className="px-4 pt-3 text-ink-soft">
          Clients can request appointments within these times. For midnight, enter 00:00 as the closing time.
        </p>
        <ul className="divide-y divide-line">
          {daysInOrder(practice.week_starts_on).map(({ key, index }) => (
            <DayHours
              key={key}
              name={weekdays[index]?.long ?? key}
              ranges={hours[key]}
              error={problemOf(form.errors, key)}
              onChange={(ranges) => form.set({ business_hours: { ...hours, [key]: ranges } })}
              onCopy={() => form.set({ business_hours: copiedToWeekdays(hours, key) })}
            />
          ))}
        </ul>
      </Card>
    </SettingsForm>
  );
}
