import { DefinitionList } from './definition-list.tsx';
import { Disclosure } from './disclosure.tsx';

/** What the paid bookings report counts, for whoever wants to know. */
export const CountingNotes = () => (
  <Disclosure title="How this is counted">
    <div className="flex max-w-prose flex-col gap-3">
      <DefinitionList of={['paid_bookings', 'revenue']} />
      <p className="text-sm text-ink-soft">
        Total is the money taken for an appointment on these days, less refunds; its price is shown below when
        it differs. The date and time are those of the appointment; when money was taken or refunded on
        another day, that day is shown below: refunded, or marked unpaid when a payment was voided as a
        mistake. The latest payment comes first. Cash, Card and BACS at the foot are what the till and the
        bank should show for these days.
      </p>
      <p className="text-sm text-ink-soft">
        When you choose a payment type, only money paid that way is counted. When you choose a staff member,
        only their appointments are counted, and deposits without an appointment are left out.
      </p>
    </div>
  </Disclosure>
);
