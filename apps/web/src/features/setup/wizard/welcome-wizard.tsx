import { useMutation } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { formatPhone } from '../../../lib/format.ts';
import { useCommand } from '../../../lib/query.ts';
import { usePractice } from '../../../lib/practice.ts';
import { sessionStore } from '../../../lib/session-store.ts';
import { maxLengthOf } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TemplatePicker } from '../../custom-fields/components/template-picker.tsx';
import { SpeciesPicker } from '../../species/components/species-picker.tsx';
import { useSpeciesChoice } from '../../species/use-species-choice.ts';
import { useServices } from '../../services/queries.ts';
import { useChecklist } from '../queries.ts';
import { PortalLine } from '../components/portal-line.tsx';
import { useBusinessType } from '../use-business-type.ts';
import { useCompleteSetup } from '../use-complete-setup.ts';
import { HoursStep } from './hours-step.tsx';
import { ServicesStep } from './services-step.tsx';
import { useTeamHours } from './team-hours.ts';
import { useServiceDrafts } from './use-service-drafts.ts';

const steps = [
  {
    title: 'Business Type',
    text: 'What kind of practice is it? This adds suitable custom fields to appointments.',
  },
  { title: 'Animal Species', text: 'Which animals do you treat?' },
  { title: 'Services', text: 'Which services do you offer? Give each a name and a base price.' },
  {
    title: 'Who works when?',
    text: 'Optional: the usual days and hours of each person. Skip this to use your opening hours for everyone.',
  },
] as const;

/** The step from which the setup can be finished; the next one is optional. */
const servicesStep = 2;

/** The practice's phone number, which messages ask clients to call; saved if changed. */
function usePracticePhone() {
  const kept = formatPhone(usePractice()?.phone ?? null);
  const [typed, setTyped] = useState<string | null>(null);
  const update = useCommand('tenant_update');
  const phone = typed ?? kept;
  return {
    phone,
    change: (next: string) => {
      update.reset();
      setTyped(next);
    },
    busy: update.isPending,
    problem: update.error ? failureText('Couldn’t save the phone number', update.error) : undefined,
    save: (onSaved: () => void) => {
      if (phone.trim() === kept) onSaved();
      else update.mutate({ phone: phone.trim() || null }, { onSuccess: onSaved });
    },
  };
}

/** Ends the setup, with the working hours of the team or without. */
function useFinish(practiceId: number, saveHours: () => Promise<boolean>) {
  const setup = useCompleteSetup(practiceId);
  const [reloading, setReloading] = useState(false);
  const complete = async () => {
    await setup.complete();
    sessionStore.setMustChangePassword(false);
    setReloading(true);
    window.location.reload();
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (withHours: boolean) => {
      if (!withHours || (await saveHours())) await complete();
    },
  });
  return { complete, finish: mutate, busy: isPending || reloading, error };
}

/** The values of the steps; kept while the dialog is closed and when going back. */
function useWizard(practiceId: number) {
  const [step, setStep] = useState(0);
  const [unchosen, setUnchosen] = useState(false);
  const practice = usePractice();
  const checklist = useChecklist(practiceId);
  const type = useBusinessType(practiceId);
  const phone = usePracticePhone();
  const species = useSpeciesChoice();
  const services = useServiceDrafts();
  const hours = useTeamHours(step > servicesStep);
  const ending = useFinish(practiceId, hours.save);
  const offered = useServices().data ?? [];
  const advance = () => setStep((before) => before + 1);
  const saveType = () => {
    const { template } = type;
    if (template) phone.save(() => type.save(template, advance));
    else if (checklist.businessType === 'pass') phone.save(advance);
    else setUnchosen(true);
  };
  const failures = [
    type.error
      ? messageOf(type.error, 'Failed to set business type')
      : unchosen && type.template === null
        ? 'Choose a type of practice'
        : null,
    species.error ? messageOf(species.error, 'Failed to save species') : null,
    services.problem,
    ending.error ? messageOf(ending.error, 'Couldn’t save the working hours') : null,
  ];
  const saveServices = (onSaved: () => unknown) => services.save(offered.length > 0, onSaved);
  return {
    step,
    type,
    phone,
    species,
    services,
    hours,
    businessType: type.template?.template_name ?? practice?.business_type ?? null,
    busy: type.busy || phone.busy || species.busy || services.busy || ending.busy,
    failure: failures[step] ?? null,
    back: () => setStep(step - 1),
    next: [saveType, () => species.save(advance), () => saveServices(advance), () => ending.finish(true)][
      step
    ],
    /** Ends the setup without the optional step. */
    skip: () => (step === servicesStep ? saveServices(ending.complete) : ending.finish(false)),
  };
}

/** Scrolls to the error, which may be outside the screen. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** The steps of the wizard, with the current one marked. */
function WizardSteps({ titles, current }: { titles: readonly string[]; current: number }) {
  return (
    <ol aria-label="Steps" className="flex items-center gap-2">
      {titles.map((title, index) => (
        <li
          key={title}
          aria-current={index === current ? 'step' : undefined}
          className="flex min-w-0 items-center gap-2 not-first:before:h-px not-first:before:w-4 not-first:before:bg-edge sm:not-first:before:w-8"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'figures grid size-7 shrink-0 place-items-center rounded-full text-sm font-bold',
              index <= current ? 'bg-brand text-on-brand' : 'bg-sunken text-ink-soft',
            )}
          >
            {index < current ? <Check className="size-4" /> : index + 1}
          </span>
          <span
            className={classNames(
              'truncate text-sm',
              index === current ? 'font-semibold' : 'text-ink-soft max-sm:sr-only',
            )}
          >
            {title}
            {index < current ? <span className="sr-only"> (done)</span> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The guided first-time setup: three steps and an optional one, each saved before the next. */
export function WelcomeWizard({
  practiceId,
  open,
  onClose,
}: {
  practiceId: number;
  open: boolean;
  onClose: () => void;
}) {
  const wizard = useWizard(practiceId);
  const { step, busy, type, phone, species, services, hours } = wizard;
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const last = step === steps.length - 1;
  // Starts each step at its top, also for screen readers.
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
      title="Welcome to Burrow"
      description="Three steps, and your practice is ready for bookings."
      width="large"
      actions={
        <>
          <Button disabled={step === 0 || busy} onClick={wizard.back} className="sm:mr-auto">
            Back
          </Button>
          {step < servicesStep ? null : (
            <Button disabled={busy} onClick={wizard.skip}>
              {last ? 'Skip' : 'Finish'}
            </Button>
          )}
          <Button variant="primary" busy={busy} busyLabel="Saving..." onClick={wizard.next}>
            {last ? 'Save and finish' : 'Next'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <WizardSteps titles={steps.map(({ title }) => title)} current={step} />
        <div>
          <h3 ref={heading} data-dialog-beginning tabIndex={-1} className="text-lg font-bold outline-none">
            {steps[step]?.title}
          </h3>
          <p className="text-ink-soft">{steps[step]?.text}</p>
        </div>
        {step === 0 ? (
          <>
            <TemplatePicker value={type.template?.id ?? null} onChange={type.choose} disabled={busy} />
            <TextField
              label="Practice phone number"
              hint="Your messages ask clients to call this number. You can add it later under Settings → Practice."
              type="tel"
              autoComplete="tel"
              maxLength={maxLengthOf('tenant_update', 'phone')}
              value={phone.phone}
              onChange={(event) => phone.change(event.target.value)}
              error={phone.problem}
              disabled={busy}
            />
          </>
        ) : null}
        {step === 1 ? (
          <SpeciesPicker
            value={species.choice}
            onChange={species.choose}
            errors={species.errors}
            disabled={busy}
            inUse={species.inUse}
          />
        ) : null}
        {step === servicesStep ? (
          <>
            <ServicesStep services={services} businessType={wizard.businessType} />
            <PortalLine />
          </>
        ) : null}
        {last ? <HoursStep hours={hours} busy={busy} /> : null}
        {wizard.failure === null ? null : (
          <div key={wizard.failure} ref={bringIntoView}>
            <FormProblem>{wizard.failure}</FormProblem>
          </div>
        )}
      </div>
    </Dialog>
  );
}
