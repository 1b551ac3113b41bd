import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { instantOf } from '../apps/api/src/lib/clock.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { ClientRow, Columns, CommsRow } from '../packages/dev/src/factory-rows.ts';
import type { Random } from './random.ts';
import type { Appointment } from './willow-bookings.ts';

const dayMs = 86_400_000;
const messagesSince = 40;

const dayName = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** The messages about recent and upcoming appointments: confirmation, reminder the day before, ready for collection. */
export async function insertComms(
  db: OwnerDb,
  clients: readonly ClientRow[],
  appointments: readonly Appointment[],
  practice: { name: string; phone: string },
  now: Date,
  random: Random,
): Promise<void> {
  const clientOf = new Map(clients.map((client) => [client.id, client]));
  const rows = appointments.flatMap((appointment) => {
    const client = clientOf.get(appointment.booking.client_id);
    const isRecent = now.getTime() - appointment.startsAt.getTime() < messagesSince * dayMs;
    if (!client || !isRecent || appointment.visit.request) return [];
    return messagesAbout(appointment, practice)
      .filter(({ at }) => at <= now)
      .flatMap((message) => written(message, appointment, client, random));
  });
  rows.sort((a, b) => Number(a.created_at) - Number(b.created_at));
  await insertRows(db, 'comms', rows);
}

interface Message {
  at: Date;
  subject: string;
  body: string;
}

function messagesAbout(
  { visit, booking, endsAt }: Appointment,
  practice: { name: string; phone: string },
): Message[] {
  const day = dayName.format(new Date(`${visit.date}T00:00:00Z`));
  const what = `${visit.patient.row.name}’s appointment (${visit.offer.name})`;
  const madeAt = new Date(booking.created_at);
  const messages: Message[] = [
    {
      at: new Date(madeAt.getTime() + 60_000),
      subject: `Your appointment on ${day}`,
      body: `${practice.name}: ${what} is booked for ${day} at ${booking.booking_time}. To change it, please call ${practice.phone}.`,
    },
  ];
  const reminderAt = instantOf({ date: addDays(visit.date, -1), time: '10:00' }, 'Europe/London');
  if (reminderAt && reminderAt > madeAt && booking.status !== 'cancelled') {
    messages.push({
      at: reminderAt,
      subject: `Reminder: ${day} at ${booking.booking_time}`,
      body: `${practice.name}: a reminder of ${what} tomorrow, ${day}, at ${booking.booking_time}. See you then.`,
    });
  }
  if (!visit.offer.online && booking.status === 'completed') {
    messages.push({
      at: new Date(endsAt.getTime() + 45 * 60_000),
      subject: `${visit.patient.row.name} is ready to collect`,
      body: `${practice.name}: ${visit.patient.row.name} is awake, comfortable and ready to go home. We’ll go through the aftercare when you collect.`,
    });
  }
  return messages;
}

/** By text if the client prefers that, else by email, else not at all. Occasionally one is not delivered. */
function written(
  { at, subject, body }: Message,
  { booking }: Appointment,
  client: ClientRow,
  random: Random,
): Columns<CommsRow>[] {
  const byText = client.likes_sms && client.phone !== null;
  const recipient = byText ? client.phone : client.likes_email ? client.email : null;
  if (!recipient) return [];
  const hasFailed = random.chance(0.03);
  return [
    {
      tenant_id: booking.tenant_id,
      client_id: client.id,
      booking_id: booking.id,
      type: byText ? 'sms' : 'email',
      // A provider of texts reports delivery; for an email there is no report.
      status: hasFailed ? 'failed' : byText && !random.chance(0.1) ? 'confirmed' : 'sent',
      recipient,
      subject: byText ? null : subject,
      body,
      provider: byText ? 'twilio' : 'smtp',
      created_at: at,
      updated_at: new Date(at.getTime() + 8000),
    },
  ];
}
