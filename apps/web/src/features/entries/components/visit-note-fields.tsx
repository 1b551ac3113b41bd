import type { NoteTemplateRecord } from '@burrow/contracts/note-template';
import { useId, useRef } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { useNoteTemplates } from '../../note-templates/queries.ts';
import type { DraftEntry } from '../visit-draft.ts';
import { controlOf, type ChangeText } from './visit-entries.tsx';

const joined = (before: string, added: string, between: string): string =>
  before.trim() === '' ? added : `${before.trimEnd()}${between}${added}`;

/** The note of a visit, with the practice's templates and quick texts for the service. */
export function VisitNoteFields({
  entry,
  label,
  serviceId,
  onChange,
  onShare,
}: {
  entry: DraftEntry;
  label: string;
  serviceId: number | null;
  onChange: ChangeText;
  onShare: (shared: boolean) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const quickId = useId();
  const all = (useNoteTemplates().data ?? []).filter(
    ({ service_id: only }) => only === null || only === serviceId,
  );
  const templates = all.filter(({ kind }) => kind === 'template');
  const quickTexts = all.filter(({ kind }) => kind === 'quick_text');
  const { body, title } = entry.text;
  const fill = ({ name, body: text }: NoteTemplateRecord) => {
    onChange({ body: joined(body, text, '\n\n'), title: title === '' ? name : title });
    area.current?.focus();
  };
  return (
    <div className="flex flex-col gap-3">
      {templates.length === 0 ? null : (
        <Select
          label="Template"
          value=""
          emptyLabel="Insert a template"
          options={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={({ target }) => {
            const chosen = templates.find(({ id }) => String(id) === target.value);
            if (chosen) fill(chosen);
          }}
        />
      )}
      <TextArea {...controlOf(entry, 'body', onChange)} ref={area} label={label} rows={7} />
      {quickTexts.length === 0 ? null : (
        <div role="group" aria-labelledby={quickId} className="flex flex-wrap items-center gap-1.5">
          <span id={quickId} className="text-sm text-ink-soft">
            Quick texts
          </span>
          {quickTexts.map((quick) => (
            <button
              key={quick.id}
              type="button"
              title={quick.body}
              onClick={() => onChange({ body: joined(body, quick.body, ' ') })}
              className="min-h-8 rounded-full border border-edge/70 bg-surface px-3 text-sm font-semibold text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:min-h-10"
            >
              {quick.name}
            </button>
          ))}
        </div>
      )}
      <Checkbox
        label="Share the note with the client"
        checked={entry.shared}
        onChange={({ target }) => onShare(target.checked)}
      />
    </div>
  );
}
