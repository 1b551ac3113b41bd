import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { insertRow, insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { Patient } from './willow-animals.ts';

interface Waitlist {
  tenantId: number;
  serviceIds: ReadonlyMap<string, number>;
  /** Animals whose owners use the portal. */
  patients: readonly Patient[];
  today: string;
  now: Date;
}

const everyDay = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Two clients wait for a time: one who joined in the portal, and one whom the desk added. */
export async function insertWaitlist(
  db: OwnerDb,
  { tenantId, serviceIds, patients, today, now }: Waitlist,
): Promise<void> {
  const alive = patients.filter(({ row }) => row.active);
  const wants = [
    {
      patient: alive[3],
      service: 'Dental scale and polish',
      weekdays: everyDay,
      from_time: null,
      days: 3,
      note: 'Any day, the sooner the better',
      source: 'portal',
    },
    {
      patient: alive[7],
      service: 'Booster vaccination',
      weekdays: ['mon', 'wed', 'fri'],
      from_time: '15:00',
      days: 1,
      note: 'Works shifts: ring if a text gets no answer',
      source: 'staff',
    },
  ] as const;
  await insertRows(
    db,
    'wants',
    wants.flatMap(({ patient, service, days, ...want }) => {
      const service_id = serviceIds.get(service);
      if (!patient || service_id === undefined) return [];
      const at = new Date(now.getTime() - days * 86_400_000);
      return {
        ...want,
        weekdays: [...want.weekdays],
        tenant_id: tenantId,
        client_id: patient.row.client_id,
        animal_id: patient.row.id,
        service_id,
        from_date: today,
        until_date: addDays(today, 30),
        created_at: at,
        updated_at: at,
      };
    }),
  );
  await insertRow(db, 'waitlist_looks', { tenant_id: tenantId });
}
