import type { BookingDetail } from '@burrow/contracts/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { AnimalWarnings } from './animal-warnings.tsx';
import { Fact, Facts } from './facts.tsx';

/** Which animal comes, and what to mind about it. */
export function AnimalCard({ booking }: { booking: BookingDetail }) {
  const formats = useFormats();
  return (
    <Card title="Pet Information">
      <div className="flex flex-col gap-4">
        <AnimalWarnings allergies={booking.allergies} behaviour={booking.behaviour_notes} />
        <Facts>
          <Fact label="Name">
            <Link to={paths.animal(booking.animal_id)} className={textLinkClass}>
              {booking.animal_name}
            </Link>
          </Fact>
          <Fact label="Species and breed">{[booking.species, booking.breed].filter(Boolean).join(', ')}</Fact>
          <Fact label="Age">
            {formats.age(booking.age)}
            {booking.age ? (
              <span className="block text-sm text-ink-soft">born {formats.day(booking.age)}</span>
            ) : null}
          </Fact>
          <Fact label="Weight">{booking.weight ? `${booking.weight} kg` : null}</Fact>
          <Fact label="Sex">
            {booking.gender ? (
              <span className="inline-block first-letter:uppercase">{booking.gender}</span>
            ) : null}
          </Fact>
          <Fact label="Colour">{booking.color}</Fact>
          {booking.animal_notes ? (
            <Fact label="Notes" width="full">
              {booking.animal_notes}
            </Fact>
          ) : null}
        </Facts>
      </div>
    </Card>
  );
}
