import type { OutputOf } from '@burrow/contracts/actions';
import { startOf } from '@burrow/contracts/calendar-day';
import type { Ctx } from '../../context/context.ts';
import { localMoment } from '../../lib/clock.ts';
import { addressee, bookingDocument, letterhead, visitsBefore } from './document-read-model.ts';

/**
 * A referral form for the animal of an appointment. The referrer is the appointment's staff member, or else the
 * caller.
 * @throws AppError `not_found`
 */
export async function referralDocument(ctx: Ctx, bookingId: number): Promise<OutputOf<'booking_referral'>> {
  const { session, now } = ctx;
  const row = await bookingDocument(ctx, bookingId);
  const recentVisits = await visitsBefore(ctx, bookingId, row);
  const content = await ctx.deps.documents.referral(
    {
      preparedOn: localMoment(now, session.timeZone).date,
      reference: `#${bookingId}`,
      practice: letterhead(row, session.locale),
      client: addressee(row),
      animal: {
        name: row.animal_name,
        species: row.species,
        breed: row.breed,
        sex: row.gender,
        colour: row.color,
        dateOfBirth: row.dob,
        weight: row.weight,
        allergies: row.allergies,
        noKnownAllergies: row.no_known_allergies,
        behaviourNotes: row.behaviour_notes,
        notes: row.animal_notes,
      },
      appointment: { ...startOf(row), service: row.service, notes: row.notes },
      recentVisits,
      referredBy: { name: row.staff_member ?? session.name, role: null },
    },
    row.logo,
  );
  return { filename: `referral-${bookingId}.pdf`, content };
}
