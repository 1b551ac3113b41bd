import type { AnimalRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { UseQueryResult } from '@tanstack/react-query';
import { useFormats } from '../../../lib/practice.ts';
import { Card } from '../../../ui/card.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { genderLabel } from '../animal-form.ts';
import { VisitFacts } from '../../appointment-history/components/visit-facts.tsx';

/** What the animal is and looks like. */
export function AnimalInfoCard({ animal }: { animal: AnimalRecord }) {
  const formats = useFormats();
  return (
    <Card title="Animal Information">
      <Facts>
        <Fact name="Name">{animal.animal_name}</Fact>
        <Fact name="Species">{animal.species}</Fact>
        <Fact name="Breed">{animal.breed}</Fact>
        <Fact name="Age">{formats.age(animal.dob)}</Fact>
        <Fact name="Date of birth">{animal.dob ? formats.day(animal.dob) : null}</Fact>
        <Fact name="Sex">{genderLabel(animal.gender)}</Fact>
        <Fact name="Weight">{animal.weight ? `${animal.weight} kg` : null}</Fact>
        <Fact name="Colour">{animal.color}</Fact>
      </Facts>
    </Card>
  );
}

/** The animal in figures. */
export function AnimalSummaryCard({ bookings }: { bookings: UseQueryResult<BookingRow[]> }) {
  return (
    <Card title="Summary">
      <Facts>
        <VisitFacts bookings={bookings} />
      </Facts>
    </Card>
  );
}

/** The animal's record: its numbers and when it was made and changed. */
export function AnimalRecordCard({ animal }: { animal: AnimalRecord }) {
  const formats = useFormats();
  return (
    <Card title="Record">
      <Facts>
        <Fact name="Animal ID">
          <span className="figures">{animal.id}</span>
        </Fact>
        <Fact name="Client ID">
          <span className="figures">{animal.client_id}</span>
        </Fact>
        <Fact name="Created">{formats.dateTime(animal.created_at)}</Fact>
        <Fact name="Last updated">{formats.dateTime(animal.updated_at)}</Fact>
      </Facts>
    </Card>
  );
}
