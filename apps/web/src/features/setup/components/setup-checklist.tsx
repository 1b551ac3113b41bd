import { useEffect, useState, type ReactNode } from 'react';
import { Circle, CircleAlert, CircleCheck, Sparkles } from 'lucide-react';
import { paths } from '../../../lib/paths.ts';
import { usePractice } from '../../../lib/practice.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { ItemState } from '../checklist-state.ts';
import { useChecklist, type Checklist } from '../queries.ts';
import { dropWizardRequest, useWizardRequest } from '../setup-flags.ts';
import { RotaLine } from '../../rota/components/rota-line.tsx';
import { PortalLine } from './portal-line.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const SpeciesDialog = lazyDialog(async () => (await import('../dialogs/species-dialog.tsx')).SpeciesDialog);
const BusinessTypeDialog = lazyDialog(
  async () => (await import('../dialogs/business-type-dialog.tsx')).BusinessTypeDialog,
);
const SetupCompleteDialog = lazyDialog(
  async () => (await import('../dialogs/setup-complete-dialog.tsx')).SetupCompleteDialog,
);
const WelcomeWizard = lazyDialog(async () => (await import('../wizard/welcome-wizard.tsx')).WelcomeWizard);

type Shown = 'species' | 'businessType' | 'complete' | 'wizard' | null;

const looks: Record<ItemState, { icon: ReactNode; word: string }> = {
  unchecked: { icon: <CircleAlert className="size-5 text-ink-soft" />, word: 'Not checked' },
  checking: { icon: <Spinner />, word: 'Checking...' },
  pass: { icon: <CircleCheck className="size-5 text-confirmed" />, word: 'Done' },
  fail: { icon: <Circle className="size-5 text-edge" />, word: 'To do' },
};

/** One item of the first-time setup, with its button. */
function ChecklistItem({
  title,
  text,
  state,
  action,
}: {
  title: string;
  text: string;
  state: ItemState;
  action: ReactNode;
}) {
  const { icon, word } = looks[state];
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2.5">
      <span aria-hidden="true" className="grid size-6 shrink-0 place-items-center">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="font-semibold">
          {title} <span className="text-sm font-normal text-ink-soft">· {word}</span>
        </p>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      {action}
    </li>
  );
}

function Items({ checklist, open }: { checklist: Checklist; open: (shown: Shown) => void }) {
  return (
    <ul className="grid gap-2 lg:grid-cols-3">
      <ChecklistItem
        title="Service Types"
        text="Add at least one service type for bookings"
        state={checklist.services}
        action={
          <ButtonLink size="small" to={paths.settings('services')} state={{ selectedCategory: 'services' }}>
            {checklist.services === 'pass' ? 'Change' : 'Add services'}
            {checklist.services === 'pass' ? <span className="sr-only"> services</span> : null}
          </ButtonLink>
        }
      />
      <ChecklistItem
        title="Animal Species"
        text="Choose the types of animals treated"
        state={checklist.species}
        action={
          <Button size="small" onClick={() => open('species')}>
            {checklist.species === 'pass' ? 'Change' : 'Choose species'}
            {checklist.species === 'pass' ? <span className="sr-only"> species</span> : null}
          </Button>
        }
      />
      <ChecklistItem
        title="Business Type"
        text="Choose practice type for custom booking fields"
        state={checklist.businessType}
        action={
          <Button size="small" onClick={() => open('businessType')}>
            {checklist.businessType === 'pass' ? 'Change' : 'Choose type'}
            {checklist.businessType === 'pass' ? <span className="sr-only"> type</span> : null}
          </Button>
        }
      />
    </ul>
  );
}

/** The progress of the setup, and the next step. */
function Head({ checklist, open }: { checklist: Checklist; open: (shown: Shown) => void }) {
  const states = [checklist.services, checklist.species, checklist.businessType];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="setup-heading" className="text-lg font-bold">
          Set up your practice
        </h2>
        <p className="figures text-ink-soft" role="status">
          {states.filter((state) => state === 'pass').length} of {states.length} done
        </p>
      </div>
      {states.includes('unchecked') ? (
        <Button size="small" onClick={checklist.retry}>
          Check again
        </Button>
      ) : null}
      {checklist.allPass ? (
        <Button variant="primary" onClick={() => open('complete')}>
          Complete Setup
        </Button>
      ) : (
        <Button
          variant="primary"
          icon={<Sparkles aria-hidden="true" className="size-4" />}
          onClick={() => open('wizard')}
        >
          Start guided setup
        </Button>
      )}
    </div>
  );
}

/** The open dialog. A person who has just joined gets the wizard. */
function useShown() {
  const requested = useWizardRequest();
  const [chosen, setChosen] = useState<Shown>(null);
  const [wizardUsed, setWizardUsed] = useState(false);
  const shown = requested ? 'wizard' : chosen;
  const show = (next: Shown) => {
    if (shown === 'wizard' || next === 'wizard') setWizardUsed(true);
    if (requested) dropWizardRequest();
    setChosen(next);
  };
  return { shown, show, keepsWizard: wizardUsed || requested };
}

function PendingSetup({ practiceId }: { practiceId: number }) {
  const checklist = useChecklist(practiceId);
  const { shown, show, keepsWizard } = useShown();
  const [putOff, setPutOff] = useState(false);
  const close = () => show(null);
  return (
    <section
      aria-labelledby="setup-heading"
      className="flex flex-col gap-3 rounded-lg border border-brand/30 bg-brand-soft px-4 py-3 print:hidden"
    >
      <Head checklist={checklist} open={show} />
      <Items checklist={checklist} open={show} />
      <PortalLine />
      <RotaLine />
      {shown === 'species' ? <SpeciesDialog onClose={close} /> : null}
      {shown === 'businessType' ? <BusinessTypeDialog practiceId={practiceId} onClose={close} /> : null}
      {(checklist.allPass && !putOff && shown === null) || shown === 'complete' ? (
        <SetupCompleteDialog
          practiceId={practiceId}
          onClose={() => {
            setPutOff(true);
            close();
          }}
        />
      ) : null}
      {/* Stays mounted while closed, so that its values are kept. */}
      {keepsWizard ? (
        <WelcomeWizard practiceId={practiceId} open={shown === 'wizard'} onClose={close} />
      ) : null}
    </section>
  );
}

/** The checklist of a practice's first-time setup, shown to its admins until it is complete. */
export function SetupChecklist() {
  const { role } = useSession();
  const practice = usePractice();
  const isPending = role === 'admin' && practice?.fts_complete === '0';
  useEffect(() => {
    if (practice !== undefined && !isPending) dropWizardRequest();
  }, [practice, isPending]);
  if (!isPending) return null;
  return <PendingSetup practiceId={practice.id} />;
}
