import type { MessageTemplateRecord } from '@burrow/contracts/message-template';
import {
  longestSms,
  messageVariables,
  unknownVariablesProblem,
  variablesProblem,
  type MessageKind,
  type MessageVariable,
} from '@burrow/contracts/message-text';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { failureText } from '../../../lib/failure-text.ts';
import { useCommand } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useFormKeys } from '../../../ui/use-form-keys.ts';
import { toast } from '../../../ui/toast.ts';
import { channelNames, occasions, variableNames } from '../message-occasions.ts';
import { useUnsaved } from '../unsaved.tsx';
import { MessagePreview } from './message-preview.tsx';

type Control = HTMLInputElement | HTMLTextAreaElement;
type Part = 'subject' | 'body';

/** Messages about a deposit, which have an amount. */
const withAmount = new Set<MessageKind>(['deposit_returned', 'request_received']);

/** What can be filled in on an occasion. */
const variablesOf = (kind: MessageKind): MessageVariable[] =>
  (Object.keys(messageVariables) as MessageVariable[]).filter(
    (variable) => variable !== 'amount' || withAmount.has(kind),
  );

/** Buttons that put a variable where the cursor stands. */
function Variables({ kind, onInsert }: { kind: MessageKind; onInsert: (variable: MessageVariable) => void }) {
  return (
    <div role="group" aria-label="Insert" className="flex flex-wrap items-center gap-1.5">
      <span className="text-sm text-ink-soft">Insert:</span>
      {variablesOf(kind).map((variable) => (
        <button
          key={variable}
          type="button"
          className="min-h-7 rounded-full border border-edge/70 bg-surface px-2.5 text-sm hover:bg-sunken pointer-coarse:min-h-10"
          // The cursor stays in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(variable)}
        >
          {variableNames[variable]}
        </button>
      ))}
    </div>
  );
}

/** What is wrong with the texts before they are sent, by part. */
function problemsOf(texts: Record<Part, string>, isEmail: boolean): Partial<Record<Part, string>> {
  const subject =
    isEmail && texts.subject.trim() === '' ? 'Enter a subject.' : variablesProblem(texts.subject);
  const body = texts.body.trim() === '' ? 'Enter the message text.' : variablesProblem(texts.body);
  return { ...(subject ? { subject } : {}), ...(body ? { body } : {}) };
}

/** The texts as they are written, with a way to put something at the cursor. */
function useTexts(message: MessageTemplateRecord) {
  const [before] = useState({ subject: message.subject ?? '', body: message.body });
  const [texts, setTexts] = useState(before);
  const controls = useRef<Partial<Record<Part, Control | null>>>({});
  const last = useRef<Part>('body');
  useEffect(() => controls.current.body?.focus(), []);
  return {
    texts,
    changed: texts.subject !== before.subject || texts.body !== before.body,
    write: (part: Part, text: string) => setTexts((now) => ({ ...now, [part]: text })),
    focus: (part: Part) => controls.current[part]?.focus(),
    insert: (variable: MessageVariable) => {
      const part = last.current;
      const written = `{{${variable}}}`;
      const { selectionStart, selectionEnd } = controls.current[part] ?? {};
      const start = selectionStart ?? texts[part].length;
      const text = texts[part].slice(0, start) + written + texts[part].slice(selectionEnd ?? start);
      // At once, so that the cursor can be put behind what was inserted.
      flushSync(() => setTexts({ ...texts, [part]: text }));
      const at = start + written.length;
      controls.current[part]?.focus();
      controls.current[part]?.setSelectionRange(at, at);
    },
    control: (part: Part) => ({
      ref: (element: Control | null) => {
        controls.current[part] = element;
      },
      onFocus: () => {
        last.current = part;
      },
    }),
  };
}

/** Saves the texts of a message, and says what is wrong with them: by part, or altogether. */
function useSaving(message: MessageTemplateRecord, focus: (part: Part) => void, onSaved: () => void) {
  const [errors, setErrors] = useState<Partial<Record<Part, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const update = useCommand('message_template_update');
  const complain = (found: Partial<Record<Part, string>>) => {
    setErrors(found);
    if (found.subject) focus('subject');
    else if (found.body) focus('body');
  };
  const refuse = (error: unknown) => {
    const fields: Partial<Record<Part, string>> = error instanceof ApiError ? error.fields : {};
    complain(fields);
    if (!fields.subject && !fields.body) setProblem(failureText('Failed to save the message', error));
  };
  const save = ({ subject, body }: Record<Part, string>) => {
    const { kind, channel, enabled } = message;
    const isEmail = channel === 'email';
    const found = problemsOf({ subject, body }, isEmail);
    complain(found);
    setProblem(null);
    if (Object.keys(found).length > 0 || update.isPending) return;
    update.mutate(
      { kind, channel, enabled, body, ...(isEmail ? { subject } : {}) },
      {
        onSuccess: () => {
          toast.success('Message saved', { about: 'message' });
          onSaved();
        },
        onError: refuse,
      },
    );
  };
  const forget = (part: Part) => {
    if (errors[part]) setErrors({ ...errors, [part]: undefined });
  };
  return { save, errors, problem, forget, busy: update.isPending };
}

/** The texts of one message, with what can be inserted and how it will look. */
export function MessageEditor({ message, onClose }: { message: MessageTemplateRecord; onClose: () => void }) {
  const { texts, changed, write, insert, focus, control } = useTexts(message);
  const { save, errors, problem, forget, busy } = useSaving(message, focus, onClose);
  const form = useRef<HTMLFormElement>(null);
  useFormKeys(form);
  useUnsaved(changed);
  const isEmail = message.channel === 'email';
  // A brace that is missing is only a fault when the text is done.
  const errorOf = (part: Part) => errors[part] ?? unknownVariablesProblem(texts[part]) ?? undefined;
  const edit = (part: Part) => (event: { target: { value: string } }) => {
    write(part, event.target.value);
    forget(part);
  };
  return (
    <section aria-label={`${occasions[message.kind].label} by ${channelNames[message.channel]}`}>
      <form
        ref={form}
        noValidate
        className="grid gap-4 lg:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          save(texts);
        }}
      >
        <div className="flex min-w-0 flex-col gap-3">
          {isEmail ? (
            <TextField
              label="Subject"
              required
              maxLength={200}
              value={texts.subject}
              error={errorOf('subject')}
              onChange={edit('subject')}
              {...control('subject')}
            />
          ) : null}
          <TextArea
            label="Text"
            required
            rows={isEmail ? 12 : 5}
            maxLength={isEmail ? 5000 : longestSms}
            value={texts.body}
            error={errorOf('body')}
            onChange={edit('body')}
            {...control('body')}
          />
          <Variables kind={message.kind} onInsert={insert} />
          {problem === null ? null : <FormProblem>{problem}</FormProblem>}
        </div>
        <MessagePreview channel={message.channel} {...texts} />
        <div className="flex flex-wrap justify-end gap-2 lg:col-span-2">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </form>
    </section>
  );
}
