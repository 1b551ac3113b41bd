import { formatPhone } from '../../../lib/format.ts';
import { useFormats } from '../../../lib/practice.ts';
import type { Diary } from '../diary-columns.ts';
import { timeRange } from '../booking-words.ts';

/** The appointments of a day for print, one page for each person; null while the day loads. */
export function DaySheet({ diary, date }: { diary: Diary | null; date: string }) {
  const formats = useFormats();
  if (diary === null) {
    return (
      <p className="hidden print:block">
        {formats.longDay(date)} hasn’t loaded yet. Print it again in a moment.
      </p>
    );
  }
  const standing = diary.appointments.filter(
    (booking) => booking.booking_date === date && booking.status !== 'cancelled',
  );
  const people = [...diary.people, { id: null, name: 'Unassigned' }]
    .map(({ id, name }) => ({ id, name, bookings: standing.filter(({ staff_id }) => staff_id === id) }))
    .filter(({ bookings }) => bookings.length > 0);
  return (
    <div className="hidden print:block">
      {people.length === 0 ? <p>No appointments on {formats.longDay(date)}.</p> : null}
      {people.map(({ id, name, bookings }) => (
        <section key={id} className="break-after-page last:break-after-auto">
          <header className="mb-3 flex items-baseline justify-between border-b border-ink pb-1">
            <h2 className="text-xl font-bold">{name}</h2>
            <p>{formats.longDay(date)}</p>
          </header>
          <table className="w-full border-collapse text-left text-sm">
            <thead>
              <tr className="border-b border-ink">
                {['Time', 'Animal', 'Client', 'Service', 'Notes'].map((head) => (
                  <th key={head} scope="col" className="py-1 pr-3 font-semibold">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bookings.map((booking) => (
                <tr key={booking.id} className="border-b border-line align-top">
                  <td className="figures py-1.5 pr-3 whitespace-nowrap">{timeRange(formats, booking)}</td>
                  <td className="py-1.5 pr-3">
                    <strong>{booking.animal_name}</strong>
                    <br />
                    {[booking.species, booking.breed].filter(Boolean).join(', ')}
                  </td>
                  <td className="py-1.5 pr-3">
                    {booking.client_name}
                    {booking.new_client ? ' (new client)' : ''}
                    <br />
                    <span className="figures">
                      {booking.client_phone ? formatPhone(booking.client_phone) : null}
                    </span>
                  </td>
                  <td className="py-1.5 pr-3">{booking.service}</td>
                  <td className="py-1.5 whitespace-pre-line">
                    {booking.client_alert ? (
                      <p className="font-bold">Client alert: {booking.client_alert}</p>
                    ) : null}
                    {booking.allergies ? <p className="font-bold">Allergies: {booking.allergies}</p> : null}
                    {booking.behaviour_notes ? <p className="font-bold">{booking.behaviour_notes}</p> : null}
                    {booking.notes ? <p>{booking.notes}</p> : null}
                    {booking.staff_notes ? <p>{booking.staff_notes}</p> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
