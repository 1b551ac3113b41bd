import type { ParsedInputOf } from '@burrow/contracts/actions';
import type { Trade } from '@burrow/contracts/medicine';
import { replyVariablesProblem } from '@burrow/contracts/message-text';
import { maxReplyTemplates } from '@burrow/contracts/reply-template';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { changesTo, noteChanges } from '../../lib/changes.ts';
import {
  countReplyTemplates,
  insertReplyTemplate,
  insertStarterTemplates,
  lockReplyTemplate,
  markArchived,
  updateReplyTemplate,
} from './repository.ts';

interface StarterTemplate {
  name: string;
  subject: string | null;
  body: string;
}

/** For a text message or an email. */
const short = (name: string, body: string): StarterTemplate => ({
  name,
  subject: null,
  body: `Hi {{client_first_name}}, ${body} {{practice_name}}`,
});

const email = (name: string, subject: string, ...paragraphs: string[]): StarterTemplate => ({
  name,
  subject,
  body: ['Hi {{client_first_name}},', ...paragraphs, '{{practice_name}}'].join('\n\n'),
});

const runningLate = short(
  'Running late',
  "we're running about 20 minutes late today. Sorry to keep you and {{animal_name}} waiting.",
);
const pleaseCall = short(
  'Please call us',
  'please call us about {{animal_name}} on {{practice_phone}} when you have a moment.',
);
const readyEarly = short(
  'Ready early',
  "{{animal_name}} is ready earlier than planned. You're welcome to collect any time before we close today.",
);
const checkDetails = short(
  'Check your details',
  "please check your details and {{animal_name}}'s before your visit: {{portal_link}}.",
);

/** What a practice of each trade can begin with, and then change. */
export const starterTemplates: Readonly<Record<Trade, readonly StarterTemplate[]>> = {
  vet: [
    runningLate,
    pleaseCall,
    short(
      'Test results are back',
      "{{animal_name}}'s test results are back. Please call us on {{practice_phone}} and a vet will explain them.",
    ),
    readyEarly,
    short(
      'Prescription ready',
      "{{animal_name}}'s prescription is ready. You can collect it from reception during opening hours.",
    ),
    email(
      'After the operation',
      'Looking after {{animal_name}} at home',
      "{{animal_name}} did well today. Please keep the wound clean and dry, don't let {{animal_name}} lick it, and keep walks short and on the lead.",
      'If you see any swelling, bleeding or discharge, or {{animal_name}} seems unwell, please call us on {{practice_phone}}.',
    ),
    checkDetails,
  ],
  groomer: [
    runningLate,
    pleaseCall,
    readyEarly,
    email(
      'Photo of the groom',
      "{{animal_name}}'s new look",
      "Here's {{animal_name}} after today's groom. We hope you like it!",
    ),
    short(
      'Matted coat',
      "{{animal_name}}'s coat is matted, and a shorter clip would be kinder than brushing it out. Please call us on {{practice_phone}} before we start.",
    ),
    short(
      'See a vet',
      "while grooming {{animal_name}} we noticed something that we'd like a vet to look at. Please call us on {{practice_phone}}.",
    ),
    checkDetails,
  ],
};

/**
 * Adds a reply template.
 * @returns its id
 * @throws AppError `invalid_input` for a variable that it can't contain, `name_taken`, `too_many_reply_templates`
 */
export async function addReplyTemplate(
  ctx: Ctx,
  { name, subject = null, body }: ParsedInputOf<'reply_template_create'>,
): Promise<number> {
  checkVariables({ subject, body });
  if ((await countReplyTemplates(ctx)) >= maxReplyTemplates) throw new AppError('too_many_reply_templates');
  return insertReplyTemplate(ctx, { name, subject, body });
}

/**
 * Changes a reply template. Omitted fields stay.
 * @throws AppError `invalid_input` for a variable that it can't contain, `not_found`, `name_taken`
 */
export async function changeReplyTemplate(
  ctx: Ctx,
  { reply_template_id: templateId, ...wanted }: ParsedInputOf<'reply_template_update'>,
): Promise<void> {
  checkVariables(wanted);
  const template = await lockReplyTemplate(ctx, templateId);
  if (!template) throw new AppError('not_found');
  const changes = changesTo(template, wanted);
  if (!noteChanges(ctx, changes)) return;
  await updateReplyTemplate(ctx, templateId, changes);
}

/** @throws AppError `not_found` */
export async function archiveReplyTemplate(ctx: Ctx, templateId: number): Promise<void> {
  if (!(await markArchived(ctx, templateId, true))) throw new AppError('not_found');
}

/** @throws AppError `not_found`, `name_taken`, `too_many_reply_templates` */
export async function restoreReplyTemplate(ctx: Ctx, templateId: number): Promise<void> {
  const others = await countReplyTemplates(ctx, templateId);
  if (!(await markArchived(ctx, templateId, false))) throw new AppError('not_found');
  if (others >= maxReplyTemplates) throw new AppError('too_many_reply_templates');
}

/** Adds a trade's starter templates, except those by a name that exists, archived or not. @returns how many */
export async function loadStarterTemplates(ctx: Ctx, trade: Trade): Promise<number> {
  const templates = starterTemplates[trade];
  if ((await countReplyTemplates(ctx)) + templates.length > maxReplyTemplates) {
    throw new AppError('too_many_reply_templates');
  }
  const added = await insertStarterTemplates(ctx, templates);
  ctx.auditDetails({ trade, added });
  return added;
}

function checkVariables(texts: { subject?: string | null | undefined; body?: string | undefined }): void {
  for (const field of ['subject', 'body'] as const) {
    const problem = replyVariablesProblem(texts[field] ?? '');
    if (problem !== null) throw invalidField(field, problem);
  }
}
