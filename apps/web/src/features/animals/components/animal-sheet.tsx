import type { AnimalRecord, WeightRecord } from '@burrow/contracts/animal';
import type { BookingRow } from '@burrow/contracts/booking';
import type { ClientRecord } from '@burrow/contracts/client';
import { spacedMicrochip } from '@burrow/contracts/microchip';
import type { ReactNode } from 'react';
import { formatPhone } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { bookingLook } from '../../../ui/status-badge.tsx';
import { useLogo } from '../../files/queries.ts';
import { reasonLabel } from '../archive-reasons.ts';
import { genderLabel } from '../animal-form.ts';
import { useVetLabel } from '../identity.ts';
import { useWeights } from '../queries.ts';
import { AnimalPortrait } from './animal-portrait.tsx';
import { PrintedWeightChart } from './weight-chart.tsx';

/** The maximum rows of a table on the sheet. */
const maxWeights = 12;
const maxBookings = 10;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="break-inside-avoid">
      <h2 className="mb-1.5 border-b border-line pb-0.5 font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** The head of the sheet: animal, practice, and when it was printed. */
function Letterhead({ animal }: { animal: AnimalRecord }) {
  const practice = usePractice();
  const logo = useLogo().data;
  const formats = useFormats();
  return (
    <header className="flex items-end justify-between gap-4 border-b-2 border-ink pb-2">
      <div className="flex min-w-0 items-center gap-3">
        {logo ? (
          <BlobImage content={logo} alt="" className="h-14 max-w-40 shrink-0 bg-white object-contain" />
        ) : null}
        <p className="min-w-0 text-lg font-bold wrap-anywhere">{practice?.tenant_name}</p>
      </div>
      <p className="shrink-0 text-right text-sm">
        Animal profile, ID {animal.id}
        <br />
        Printed {formats.day(formats.today())}
      </p>
    </header>
  );
}

function Medical({ animal }: { animal: AnimalRecord }) {
  return (
    <Part title="Medical information">
      {animal.allergies ? (
        <div className="mb-2 border-2 border-ink px-3 py-1.5">
          <p className="font-bold uppercase">Allergies</p>
          <p className="text-lg font-bold wrap-anywhere whitespace-pre-line">{animal.allergies}</p>
        </div>
      ) : (
        <p className="mb-2">
          {animal.no_known_allergies === '1' ? 'No known allergies' : 'Allergies not recorded'}
        </p>
      )}
      <p className="font-semibold">Behaviour</p>
      <p className="wrap-anywhere whitespace-pre-line">{animal.behaviour_notes ?? 'No behaviour notes'}</p>
      {animal.notes ? (
        <>
          <p className="mt-2 font-semibold">Notes</p>
          <p className="wrap-anywhere whitespace-pre-line">{animal.notes}</p>
        </>
      ) : null}
    </Part>
  );
}

const headClass = 'border-b border-line py-1 pr-3 text-left font-semibold';
const cellClass = 'border-b border-line py-1 pr-3 align-top';

interface Row {
  id: number;
  cells: readonly string[];
}

function Rows({ heads, rows }: { heads: readonly string[]; rows: readonly Row[] }) {
  return (
    <table className="figures w-full border-collapse">
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col" className={headClass}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {cells.map((cell, column) => (
              <td key={heads[column]} className={cellClass}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Weights({ weights }: { weights: readonly WeightRecord[] }) {
  const formats = useFormats();
  const latest = weights.toReversed().slice(0, maxWeights);
  return (
    <Part title="Weights">
      {weights.length > 1 ? <PrintedWeightChart weights={weights} /> : null}
      <Rows
        heads={['Date', 'Weight']}
        rows={latest.map(({ id, measured_on: day, weight }) => ({
          id,
          cells: [formats.day(day), `${weight} kg`],
        }))}
      />
    </Part>
  );
}

function Appointments({ bookings }: { bookings: readonly BookingRow[] }) {
  const formats = useFormats();
  return (
    <Part title="Recent appointments">
      <Rows
        heads={['Date', 'Time', 'For', 'With', 'Status']}
        rows={bookings.slice(0, maxBookings).map((booking) => ({
          id: booking.id,
          cells: [
            formats.day(booking.booking_date),
            formats.time(booking.booking_time),
            booking.service ?? 'Appointment',
            booking.staff_member ?? '–',
            bookingLook(booking).label,
          ],
        }))}
      />
    </Part>
  );
}

/** The animal's profile, for printing only. */
export function AnimalSheet({
  animal,
  owner,
  bookings,
}: {
  animal: AnimalRecord;
  owner: ClientRecord | undefined;
  /** Newest first. */
  bookings: readonly BookingRow[];
}) {
  const formats = useFormats();
  const vetLabel = useVetLabel();
  const weights = useWeights(animal.id).data ?? [];
  const state = animal.active === '1' ? null : (reasonLabel(animal.archived_reason) ?? 'Inactive');
  return (
    <article className="hidden break-inside-auto flex-col gap-4 print:flex">
      <Letterhead animal={animal} />
      <div className="flex items-center gap-4">
        <AnimalPortrait animal={animal} />
        <div>
          <h1 className="text-2xl font-bold wrap-anywhere">{animal.animal_name}</h1>
          <p>{[animal.species, animal.breed, state].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      <Medical animal={animal} />
      <div className="grid grid-cols-2 gap-6">
        <Part title="Animal">
          <Facts>
            <Fact name="Age">{formats.age(animal.dob)}</Fact>
            <Fact name="Date of birth">{animal.dob ? formats.day(animal.dob) : null}</Fact>
            <Fact name="Sex">{genderLabel(animal.gender)}</Fact>
            <Fact name="Colour">{animal.color}</Fact>
            <Fact name="Weight">{animal.weight ? `${animal.weight} kg` : null}</Fact>
            <Fact name="Microchip">{animal.microchip ? spacedMicrochip(animal.microchip) : null}</Fact>
            <Fact name="Insurer">{[animal.insurer, animal.policy].filter(Boolean).join(', ')}</Fact>
            <Fact name={vetLabel}>{animal.usual_vet}</Fact>
          </Facts>
        </Part>
        <Part title="Owner">
          <Facts>
            <Fact name="Name">{animal.client_name}</Fact>
            <Fact name="Client ID">{animal.client_id}</Fact>
            <Fact name="Phone">{formatPhone(owner?.phone)}</Fact>
            <Fact name="Email">{owner?.email}</Fact>
            <Fact name="Address">
              {owner?.address ? <span className="whitespace-pre-line">{owner.address}</span> : null}
            </Fact>
          </Facts>
        </Part>
      </div>
      {bookings.length > 0 ? <Appointments bookings={bookings} /> : null}
      {weights.length > 0 ? <Weights weights={weights} /> : null}
    </article>
  );
}
