import { useId, type ReactNode } from 'react';
import type { OutputOf } from '../../../lib/api.ts';
import { classNames } from '../../../ui/class-names.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useFieldTemplates } from '../queries.ts';

export type FieldTemplate = OutputOf<'booking_field_templates'>[number];

export interface TemplatePickerProps {
  /** The chosen template's id, or null. */
  value: number | null;
  onChange: (id: number, template: FieldTemplate) => void;
  disabled?: boolean;
  /** Shown inside the card of the chosen template, such as its fields. */
  details?: (template: FieldTemplate) => ReactNode;
}

function Cards({
  templates,
  value,
  onChange,
  disabled = false,
  details,
}: TemplatePickerProps & { templates: readonly FieldTemplate[] }) {
  const group = useId();
  return (
    <fieldset className="grid grid-flow-dense gap-2 sm:grid-cols-2">
      <legend className="sr-only">Type of practice</legend>
      {templates.map((template) => (
        <div
          key={template.id}
          className={classNames(
            'relative flex min-w-0 items-start gap-3 rounded-md border border-line px-3 py-2.5',
            'has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-brand',
            disabled ? 'opacity-70' : 'hover:bg-sunken',
            details !== undefined && value === template.id && 'sm:col-span-2',
          )}
        >
          <input
            type="radio"
            id={`${group}-${template.id}`}
            name={group}
            aria-describedby={`${group}-${template.id}-about`}
            className="relative z-1 mt-0.5 size-4 shrink-0 accent-brand outline-none"
            checked={value === template.id}
            disabled={disabled}
            onChange={() => onChange(template.id, template)}
          />
          <div className="min-w-0">
            {/* The label's area is the whole card. */}
            <label
              htmlFor={`${group}-${template.id}`}
              className={classNames(
                'block font-semibold before:absolute before:inset-0',
                !disabled && 'before:cursor-pointer',
              )}
            >
              {template.template_name}
            </label>
            <p id={`${group}-${template.id}-about`} className="text-sm text-ink-soft">
              {template.template_description}
            </p>
            {value === template.id ? details?.(template) : null}
          </div>
        </div>
      ))}
    </fieldset>
  );
}

/** The types of practice to choose from, each with a ready-made set of fields. */
export function TemplatePicker(props: TemplatePickerProps) {
  const templates = useFieldTemplates();
  return (
    <QueryView
      query={templates}
      skeleton={
        <div role="status" className="grid gap-2 sm:grid-cols-2">
          <span className="sr-only">Loading...</span>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-16" />
          ))}
        </div>
      }
      failure="Couldn’t load the types of practice"
    >
      {(data) => <Cards {...props} templates={data} />}
    </QueryView>
  );
}
