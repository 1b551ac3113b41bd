import type { AnimalRecord } from '@burrow/contracts/animal';
import type { CareDue } from '@burrow/contracts/care';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { textLinkClass } from '../../../ui/text-link.ts';
import { stateWords } from '../care-words.ts';
import { DismissCareDialog, GivenCareDialog, SetCareDialog } from '../forms/care-dialogs.tsx';

const isLive = ({ state }: CareDue): boolean => state === 'due' || state === 'told' || state === 'booked';

interface DueProps {
  due: CareDue;
  animal: AnimalRecord;
  today: string;
  onAsk?: (what: Asked['what']) => void;
}

function Due({ due, animal, today, onAsk }: DueProps) {
  const formats = useFormats();
  const { label, tone } = stateWords(due, today);
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold wrap-anywhere">{due.care_type}</span>
          <Badge tone={tone}>{label}</Badge>
          {due.state === 'told' && due.due_on < today ? <Badge tone="attention">Overdue</Badge> : null}
        </p>
        <p className="figures text-sm text-ink-soft">
          {due.done_on === null ? `Due ${formats.day(due.due_on)}` : `Done ${formats.day(due.done_on)}`}
          {due.reason === null ? '' : ` · ${due.reason}`}
        </p>
        {due.state === 'booked' && due.booking_id !== null && due.booking_date !== null ? (
          <Link to={paths.booking(due.booking_id)} className={`figures text-sm ${textLinkClass}`}>
            Appointment {due.requested === '1' ? 'requested for' : 'on'} {formats.day(due.booking_date)}
          </Link>
        ) : null}
      </div>
      {isLive(due) && due.state !== 'booked' && animal.active === '1' ? (
        <ButtonLink
          size="small"
          to={paths.bookingCreate({
            client_id: animal.client_id,
            animal_id: animal.id,
            service_id: due.service_id,
          })}
        >
          Book<span className="sr-only"> {due.care_type}</span>
        </ButtonLink>
      ) : null}
      {onAsk && isLive(due) ? (
        <RowMenu
          label={`Actions for ${due.care_type}`}
          entries={[
            { label: 'Mark as done…', onSelect: () => onAsk('given') },
            { label: 'Change date…', onSelect: () => onAsk('set') },
            { label: 'Dismiss…', onSelect: () => onAsk('dismiss') },
          ]}
        />
      ) : null}
    </li>
  );
}

interface Asked {
  what: 'set' | 'given' | 'dismiss';
  due: CareDue;
}

/** What an animal needs and when, with what ended below. */
export function CareCard({ animal }: { animal: AnimalRecord }) {
  const query = useQuery(actionQuery('animal_care', { animal_id: animal.id }));
  const [asked, setAsked] = useState<Asked | 'add' | null>(null);
  const { today } = useFormats();
  const close = () => setAsked(null);
  return (
    <KeepFocus>
      <Card
        title="Due dates"
        actions={
          animal.active === '1' ? (
            <Button
              size="small"
              icon={<Plus aria-hidden="true" className="size-4" />}
              onClick={() => setAsked('add')}
            >
              Add<span className="sr-only"> due date</span>
            </Button>
          ) : null
        }
      >
        <QueryView query={query} skeleton={<SkeletonRows rows={2} />} failure="Couldn’t load the due dates">
          {(all) => {
            const ended = all.filter((due) => !isLive(due));
            return (
              <>
                {all.some(isLive) ? (
                  <ul className="divide-y divide-line">
                    {all.filter(isLive).map((due) => (
                      <Due
                        key={due.care_due_id}
                        due={due}
                        animal={animal}
                        today={today()}
                        onAsk={(what) => setAsked({ what, due })}
                      />
                    ))}
                  </ul>
                ) : (
                  <p className="text-ink-soft">Nothing is due.</p>
                )}
                {ended.length > 0 ? (
                  <details className="pt-2">
                    <summary className="cursor-pointer font-semibold text-ink-soft">
                      Earlier ({ended.length})
                    </summary>
                    <ul className="divide-y divide-line">
                      {ended.map((due) => (
                        <Due key={due.care_due_id} due={due} animal={animal} today={today()} />
                      ))}
                    </ul>
                  </details>
                ) : null}
              </>
            );
          }}
        </QueryView>
        {asked === 'add' ? <SetCareDialog animalId={animal.id} due={null} onClose={close} /> : null}
        {asked !== null && asked !== 'add' && asked.what === 'set' ? (
          <SetCareDialog animalId={animal.id} due={asked.due} onClose={close} />
        ) : null}
        {asked !== null && asked !== 'add' && asked.what === 'given' ? (
          <GivenCareDialog animalId={animal.id} due={asked.due} today={today()} onClose={close} />
        ) : null}
        {asked !== null && asked !== 'add' && asked.what === 'dismiss' ? (
          <DismissCareDialog careDueId={asked.due.care_due_id} what={asked.due.care_type} onClose={close} />
        ) : null}
      </Card>
    </KeepFocus>
  );
}
