import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Trade } from '@burrow/contracts/medicine';
import { maxNoteTemplates } from '@burrow/contracts/note-template';
import type { Ctx } from '../../context/context.ts';
import { AppError } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import {
  countNoteTemplates,
  insertNoteTemplate,
  insertStarterTemplates,
  isService,
  lockNoteTemplate,
  markArchived,
  updateNoteTemplate,
} from './repository.ts';

interface StarterTemplate {
  kind: 'template' | 'quick_text';
  name: string;
  body: string;
}

const noteTemplate = (name: string, ...lines: string[]): StarterTemplate => ({
  kind: 'template',
  name,
  body: lines.join('\n'),
});
const quickText = (name: string, body: string): StarterTemplate => ({ kind: 'quick_text', name, body });

/** What a practice of each trade can begin with, and then change. */
export const starterTemplates: Readonly<Record<Trade, readonly StarterTemplate[]>> = {
  vet: [
    noteTemplate('Consultation', 'Reason: ', 'History: ', 'Examination: ', 'Assessment: ', 'Plan: '),
    noteTemplate(
      'Booster',
      'Well in himself/herself. Eating and drinking normally.',
      'Examination: heart and lungs normal, abdomen comfortable, teeth ',
      'Vaccination given, no reaction at the time.',
      'Advised: ',
    ),
    noteTemplate('Dental', 'Anaesthetic: ', 'Findings: ', 'Treatment: ', 'Extractions: ', 'Home care: '),
    noteTemplate('Operation', 'Procedure: ', 'Anaesthetic: ', 'Findings: ', 'Closure: ', 'Aftercare: '),
    noteTemplate('Post-operative check', 'Wound: ', 'Comfort: ', 'Sutures out: ', 'Next check: '),
    quickText('No abnormalities', 'No abnormalities detected on examination.'),
    quickText('Bright and alert', 'Bright, alert and responsive.'),
    quickText('Mucous membranes', 'Mucous membranes pink and moist, capillary refill under 2 seconds.'),
    quickText('Recheck', 'Recheck in 7 to 10 days, sooner if worse.'),
    quickText('Consent', 'Treatment, risks and costs discussed with the client, who agreed.'),
  ],
  groomer: [
    noteTemplate('Coat notes', 'Coat: ', 'Skin: ', 'Cut and blade: ', 'Bath: ', 'Next time: '),
    noteTemplate('Health check', 'Ears: ', 'Eyes: ', 'Teeth: ', 'Nails: ', 'Skin and lumps: '),
    noteTemplate('Hand strip', 'Coat before: ', 'Areas stripped: ', 'Tools: ', 'Next time: '),
    quickText('Matted', 'Coat matted; the client agreed to a short clip.'),
    quickText('Nails', 'Nails clipped and filed.'),
    quickText('Ears', 'Ears cleaned and plucked.'),
    quickText('Nervous of dryer', 'Nervous of the dryer: used the low setting and breaks.'),
    quickText('See a vet', 'Advised the client to have this seen by a vet.'),
  ],
};

/**
 * Adds a note template or a quick text.
 * @returns its id
 * @throws AppError `not_found` for an unknown service, `name_taken`, `too_many_note_templates`
 */
export async function addNoteTemplate(
  ctx: Ctx,
  { kind, name, body, service_id = null }: ParsedInputOf<'note_template_create'>,
): Promise<number> {
  await checkService(ctx, service_id);
  if ((await countNoteTemplates(ctx)) >= maxNoteTemplates) throw new AppError('too_many_note_templates');
  return insertNoteTemplate(ctx, { kind, name, body, service_id });
}

/**
 * Changes a note template or a quick text. Omitted fields stay.
 * @throws AppError `not_found`, also for an unknown service; `name_taken`
 */
export async function changeNoteTemplate(
  ctx: Ctx,
  { note_template_id: templateId, ...wanted }: ParsedInputOf<'note_template_update'>,
): Promise<void> {
  const template = await lockNoteTemplate(ctx, templateId);
  if (!template) throw new AppError('not_found');
  const changes = changesTo(template, wanted);
  if (changes.service_id !== undefined) await checkService(ctx, changes.service_id);
  if (!noteChanges(ctx, changes)) return;
  await updateNoteTemplate(ctx, templateId, changes);
}

/** @throws AppError `not_found` */
export async function archiveNoteTemplate(ctx: Ctx, templateId: number): Promise<void> {
  if (!(await markArchived(ctx, templateId, true))) throw new AppError('not_found');
}

/** @throws AppError `not_found`, `name_taken`, `too_many_note_templates` */
export async function restoreNoteTemplate(ctx: Ctx, templateId: number): Promise<void> {
  const others = await countNoteTemplates(ctx, templateId);
  if (!(await markArchived(ctx, templateId, false))) throw new AppError('not_found');
  if (others >= maxNoteTemplates) throw new AppError('too_many_note_templates');
}

/** Adds a trade's starter templates, except those by a name that exists, archived or not. @returns how many */
export async function loadStarterTemplates(ctx: Ctx, trade: Trade): Promise<number> {
  const templates = starterTemplates[trade];
  if ((await countNoteTemplates(ctx)) + templates.length > maxNoteTemplates) {
    throw new AppError('too_many_note_templates');
  }
  const added = await insertStarterTemplates(ctx, templates);
  ctx.auditDetails({ trade, added });
  return added;
}

async function checkService(ctx: Ctx, serviceId: number | null): Promise<void> {
  if (serviceId === null || (await isService(ctx, serviceId))) return;
  const message = 'Service not found. Choose another.';
  throw new AppError('not_found', { message, fields: { service_id: message } });
}
