import { DefinitionList } from './definition-list.tsx';
import { Disclosure } from './disclosure.tsx';

/** What the paid bookings report counts, for whoever wants to know. */
export const CountingNotes = () => (
  <Disclosure title="How this is counted">
    <div className="flex max-w-prose flex-col gap-3">
      <DefinitionList of={['paid_bookings', 'revenue']} />
      <p className="text-sm text-ink-soft">
        Total is what was taken for an appointment on these days, less what was given back; its price stands
        beneath when that is another sum. The date and time are those of the appointment; when money moved on
        another day or was given back, that day stands beneath them: refunded, or marked unpaid where a
        payment was taken back as a mistake. The last paid comes first. Cash, Card and BACS at the foot are
        what the till and the bank should show for these days.
      </p>
      <p className="text-sm text-ink-soft">
        With a payment type chosen, only the money that came that way is counted. With a staff member chosen,
        only their appointments are; deposits without an appointment are nobody’s, and are left out.
      </p>
    </div>
  </Disclosure>
);
