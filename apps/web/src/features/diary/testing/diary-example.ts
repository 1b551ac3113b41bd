import type { DiaryAppointment } from '@burrow/contracts/diary';
import type { Diary } from '../diary-columns.ts';

export const date = '2026-11-24';
export const jo = 4;
export const sam = 7;
export const room = 6;

export const biscuit: DiaryAppointment = {
  id: 1,
  booking_date: date,
  booking_time: '10:00',
  duration_minutes: 30,
  before_minutes: 0,
  after_minutes: 0,
  status: 'confirmed',
  is_provisional: 0,
  staff_accepted: 0,
  staff_id: jo,
  resource_ids: [],
  client_id: 2,
  client_name: 'Grace Green',
  client_phone: null,
  new_client: false,
  animal_id: 3,
  animal_name: 'Biscuit',
  species: 'Dog',
  breed: null,
  allergies: null,
  behaviour_notes: null,
  service_id: null,
  service: null,
  service_color: null,
  notes: null,
  staff_notes: null,
  price: '45.00',
  paid: '0.00',
  missed: false,
  overlap_allowed: false,
  client_alert: null,
  stage: null,
  arrived_at: null,
  seen_at: null,
  ready_at: null,
  left_at: null,
};

export const rex: DiaryAppointment = { ...biscuit, id: 11, animal_id: 13, animal_name: 'Rex' };

const officeHours = [{ from: '09:00', to: '17:00' }];

/** A day from 9 to 5 with Jo, Sam who is off, and a theatre that is out of use from 12 to 13. */
export const diaryOf = (appointments: DiaryAppointment[]): Diary => ({
  today: date,
  has_rota: true,
  parallel_places: 1,
  grace: 0,
  days: [{ date, holiday: null, opening: officeHours, away: [] }],
  people: [
    {
      id: jo,
      name: 'Jo',
      color: null,
      takes_bookings: true,
      active: true,
      days: [{ date, working: officeHours, away: [] }],
    },
    {
      id: sam,
      name: 'Sam',
      color: null,
      takes_bookings: true,
      active: true,
      days: [{ date, working: [], away: [] }],
    },
  ],
  resources: [
    {
      id: room,
      name: 'Theatre',
      kind: 'room',
      places: 1,
      days: [
        {
          date,
          working: officeHours,
          away: [{ from: '12:00', to: '13:00', absence_id: 1, kind: 'maintenance', note: null }],
        },
      ],
    },
  ],
  services: [],
  appointments,
  held: [],
});
