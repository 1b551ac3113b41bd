import type { RotaPersonDay, RotaPracticeDay } from '@burrow/contracts/rota';
import { useFormats } from '../../../lib/practice.ts';
import { classNames } from '../../../ui/class-names.ts';
import { absenceLabels } from '../absence-words.ts';
import { hoursText, isWholeDay } from '../rota-days.ts';

/** Whether a day is hatched: the practice is closed, or the person is away all day. */
export const isHatched = (day: RotaPersonDay, practice: RotaPracticeDay | undefined): boolean =>
  practice?.holiday !== null ||
  practice.absences.some(isWholeDay) ||
  day.absences.some(isWholeDay) ||
  (day.ranges.length === 0 && practice.opening.length === 0);

const FreeDay = ({ isDayOff }: { isDayOff: boolean }) =>
  isDayOff ? (
    <span className="text-ink-soft">Day off</span>
  ) : (
    <span className="text-ink-soft">
      <span aria-hidden="true">–</span>
      <span className="sr-only">Not working</span>
    </span>
  );

/** The hours of a person on a day, and their absences. */
export function DayContent({ day, practice }: { day: RotaPersonDay; practice: RotaPracticeDay | undefined }) {
  const formats = useFormats();
  const isAway = day.absences.some(isWholeDay);
  const isClosed = practice?.holiday != null || practice?.absences.some(isWholeDay) === true;
  return (
    <>
      {isAway || isClosed ? null : (
        <span className="figures flex flex-col">
          {day.ranges.length === 0 ? (
            <FreeDay isDayOff={day.source === 'shift'} />
          ) : (
            day.ranges.map((range) => (
              <span
                key={range.from}
                className={classNames(
                  'whitespace-nowrap',
                  day.source === 'shift' && 'font-semibold text-brand',
                  day.source === 'opening_hours' && 'text-ink-soft',
                )}
              >
                {hoursText(range, formats)}
                {range.online === '0' ? (
                  <span className="block text-xs font-normal text-ink-soft">Desk only</span>
                ) : null}
              </span>
            ))
          )}
        </span>
      )}
      {isClosed && !isAway ? <span className="text-sm text-ink-soft">Closed</span> : null}
      {day.absences.map((absence) => (
        <span key={absence.absence_id} className="block text-sm text-pending">
          {absenceLabels[absence.kind]}
          {isWholeDay(absence) ? null : (
            <span className="figures block text-xs whitespace-nowrap">{hoursText(absence, formats)}</span>
          )}
        </span>
      ))}
    </>
  );
}
