import { CalendarPlus, CircleCheck, PawPrint } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

export interface AddedAnimal {
  id: number;
  name: string;
  clientId: number;
  isActive: boolean;
}

/** How long the message stays before the next page opens. */
const stayMs = 2000;

/** Confirms that the animal was added, offers next steps, and opens the next page after two seconds. */
export function AnimalAdded({
  animal,
  next,
  nextLabel,
}: {
  animal: AddedAnimal;
  /** The next page's address. */
  next: string;
  nextLabel: string;
}) {
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    const timer = setTimeout(() => void navigate(next, { replace: true }), stayMs);
    return () => clearTimeout(timer);
  }, [navigate, next]);
  return (
    <Card className="mx-auto w-full max-w-xl">
      <div className="flex flex-col items-center gap-2 py-6 text-center">
        <CircleCheck aria-hidden="true" className="size-12 text-confirmed" />
        <h1 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
          Animal Added Successfully!
        </h1>
        <p className="text-ink-soft">
          <span className="font-semibold wrap-anywhere text-ink">{animal.name}</span> has been added. Taking
          you to {nextLabel}...
        </p>
        <div className="mt-3 flex flex-wrap justify-center gap-2">
          <ButtonLink
            replace
            icon={<PawPrint aria-hidden="true" className="size-4" />}
            to={paths.animal(animal.id)}
          >
            View Animal
          </ButtonLink>
          {animal.isActive ? (
            <ButtonLink
              replace
              variant="primary"
              icon={<CalendarPlus aria-hidden="true" className="size-4" />}
              to={paths.bookingCreate({ client_id: animal.clientId, animal_id: animal.id })}
            >
              Schedule Appointment
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </Card>
  );
}
