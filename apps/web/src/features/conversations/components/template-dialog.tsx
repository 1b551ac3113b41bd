import type { ReplyTemplateRecord } from '@burrow/contracts/reply-template';
import type { MessageVariable } from '@burrow/contracts/message-text';
import { TextCursorInput } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { formatPhone } from '../../../lib/format.ts';
import { usePortalAddress } from '../../../lib/portal-address.ts';
import { usePractice } from '../../../lib/practice.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EditArchiveMenu } from '../../../ui/edit-archive-menu.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { useRowKeys } from '../../../ui/row-keys.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { ArchivedTemplates, useTemplateInUse } from '../../reply-templates/archived-templates.tsx';
import { useReplyTemplates } from '../../reply-templates/queries.ts';
import { ReplyTemplateDialog } from '../../reply-templates/settings/reply-template-dialog.tsx';
import { variableNames } from '../../settings/message-occasions.ts';
import type { Conversation } from '../queries.ts';
import { fillTemplate, variablesIn, type ReplyValues } from '../template-text.ts';

/** From this number of templates on, the dialog has a search. */
const manyTemplates = 8;

interface Filled {
  subject: string | null;
  body: string;
}

/** The values of the variables for a client, about one of their animals. */
function useReplyValues(conversation: Conversation, animal: string): ReplyValues {
  const practice = usePractice();
  return {
    client_first_name: conversation.client_first_name,
    client_name: conversation.client_name,
    animal_name: animal,
    practice_name: practice?.tenant_name ?? '',
    practice_phone: formatPhone(practice?.phone ?? null),
    portal_link: usePortalAddress(),
  };
}

/** 'Couldn’t fill in: animal, practice phone.' */
function missingIn({ subject, body }: Filled): string | null {
  const names = variablesIn(`${subject ?? ''} ${body}`);
  if (names.length === 0) return null;
  const words = names.map((name) =>
    Object.hasOwn(variableNames, name) ? variableNames[name as MessageVariable].toLowerCase() : `{{${name}}}`,
  );
  return `Couldn’t fill in: ${words.join(', ')}. Replace it before you send.`;
}

function Choice({
  id,
  name,
  filled,
  actions,
  onChoose,
}: {
  id: number;
  name: string;
  filled: Filled;
  actions: ReactNode;
  onChoose: () => void;
}) {
  const missing = missingIn(filled);
  return (
    <li className="flex items-start gap-1">
      <button
        type="button"
        data-row-link={id}
        className="flex min-w-0 flex-1 flex-col items-start gap-0.5 rounded-md px-2.5 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
        onClick={onChoose}
      >
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="line-clamp-3 text-sm wrap-anywhere text-ink-soft">{filled.body}</span>
        {missing === null ? null : <span className="text-sm font-medium text-pending">{missing}</span>}
      </button>
      {actions}
    </li>
  );
}

function Choices({
  templates,
  conversation,
  isEmail,
  onChoose,
  onEdit,
}: {
  templates: readonly ReplyTemplateRecord[];
  conversation: Conversation;
  isEmail: boolean;
  onChoose: (filled: Filled) => void;
  onEdit: (template: ReplyTemplateRecord) => void;
}) {
  const { put } = useTemplateInUse();
  const { animals } = conversation;
  const [animal, setAnimal] = useState(animals[0] ?? '');
  const [q, setQ] = useState('');
  const area = useRowKeys();
  const values = useReplyValues(conversation, animal);
  const typed = q.trim().toLowerCase();
  const shown = templates.filter(({ name, body }) => `${name} ${body}`.toLowerCase().includes(typed));
  const hasAnimal = templates.some(({ subject, body }) =>
    variablesIn(`${subject ?? ''} ${body}`).includes('animal_name'),
  );
  return (
    <div ref={area} className="flex flex-col gap-3">
      {templates.length >= manyTemplates ? (
        <SearchField
          label="Search templates"
          placeholder="Search templates"
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      ) : null}
      {hasAnimal && animals.length > 1 ? (
        <Select
          label="Animal"
          options={[...new Set(animals)].map((name) => ({ value: name, label: name }))}
          value={animal}
          onChange={({ target }) => setAnimal(target.value)}
        />
      ) : null}
      {shown.length === 0 ? <EmptyState title="No templates found." /> : null}
      <ul aria-label="Templates" className="-mx-2.5 flex flex-col empty:hidden">
        {shown.map((template) => {
          const { id, name, subject, body } = template;
          const filled = {
            subject: isEmail && subject !== null ? fillTemplate(subject, values) : null,
            body: fillTemplate(body, values),
          };
          return (
            <Choice
              key={id}
              {...{ id, name, filled }}
              actions={
                <EditArchiveMenu
                  name={name}
                  onEdit={() => onEdit(template)}
                  onArchive={() => put(id, name, false)}
                />
              }
              onChoose={() => onChoose(filled)}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** The practice's reply templates, filled in for the client; choosing one inserts it. */
export function TemplateDialog({
  conversation,
  isEmail,
  onInsert,
  onClose,
}: {
  conversation: Conversation;
  isEmail: boolean;
  onInsert: (filled: Filled) => void;
  onClose: () => void;
}) {
  const templates = useReplyTemplates();
  const [edited, setEdited] = useState<{ template: ReplyTemplateRecord | null } | null>(null);
  if (edited) return <ReplyTemplateDialog template={edited.template} onClose={() => setEdited(null)} />;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Insert template"
      actions={<Button onClick={() => setEdited({ template: null })}>Add template</Button>}
    >
      <KeepFocus className="outline-none">
        <QueryView
          query={templates}
          skeleton={<SkeletonRows rows={4} label="Loading the templates..." />}
          failure="Couldn’t load the templates"
          empty={
            <EmptyState icon={<TextCursorInput />} title="No templates yet.">
              Add the answers you often give, to insert them here.
            </EmptyState>
          }
        >
          {(all) => (
            <Choices
              templates={all}
              conversation={conversation}
              isEmail={isEmail}
              onChoose={(filled) => {
                flushSync(onClose);
                // Inserting focuses the message, so after the dialog has returned the focus in a microtask of its own.
                queueMicrotask(() => onInsert(filled));
              }}
              onEdit={(template) => setEdited({ template })}
            />
          )}
        </QueryView>
        <ArchivedTemplates className="mt-2 pt-3" />
      </KeepFocus>
    </Dialog>
  );
}
