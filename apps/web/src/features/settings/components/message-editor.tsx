import type { MessageTemplateRecord } from '@burrow/contracts/message-template';
import {
  maxSmsLength,
  messageVariables,
  unknownVariablesProblem,
  variablesProblem,
  type MessageKind,
  type MessageVariable,
} from '@burrow/contracts/message-text';
import { useEffect, useEffectEvent } from 'react';
import { changesTo } from '../../../lib/changes-to.ts';
import type { Problems } from '../../../lib/form-problems.ts';
import { useActionForm } from '../../../lib/use-action-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { channelNames, occasions } from '../message-occasions.ts';
import { useUnsaved } from '../unsaved.tsx';
import { InsertVariable, useCursor, type Part, type Texts } from './insert-variable.tsx';
import { MessagePreview } from './message-preview.tsx';

/** Messages about a deposit, which have the variable `amount`. */
const withAmount = new Set<MessageKind>(['deposit_returned', 'request_received']);

/** The variables of an occasion. */
const variablesOf = (kind: MessageKind): MessageVariable[] =>
  (Object.keys(messageVariables) as MessageVariable[]).filter(
    (variable) => variable !== 'amount' || withAmount.has(kind),
  );

/** Errors in the texts, by part, before they are sent. */
const errorsIn = ({ subject, body }: Texts, isEmail: boolean): Problems<Texts> => ({
  subject: isEmail && subject.trim() === '' ? 'Enter a subject.' : (variablesProblem(subject) ?? undefined),
  body: variablesProblem(body) ?? undefined,
});

/** The editor of one message, with its variables and a preview. */
export function MessageEditor({ message, onClose }: { message: MessageTemplateRecord; onClose: () => void }) {
  const { kind, channel } = message;
  const isEmail = channel === 'email';
  const form = useActionForm('message_template_update', {
    draft: `${kind} ${channel}`,
    values: { subject: message.subject ?? '', body: message.body },
    required: { subject: isEmail, body: true },
    check: (texts) => errorsIn(texts, isEmail),
    // Only what was edited: another person may have changed the rest.
    input: (texts, began) => ({ kind, channel, ...changesTo(began, texts) }),
    onSaved: () => {
      toast.success('Message saved', { about: 'message' });
      onClose();
    },
    failure: 'Couldn’t save the message',
  });
  const { focus, insert, control } = useCursor(form);
  const begin = useEffectEvent(() => focus('body'));
  useEffect(() => begin(), []);
  useUnsaved(form.changed);
  // A missing brace is an error only once the person has finished typing.
  const text = (part: Part) => ({
    ...form.field(part),
    ...control(part),
    error: form.errors[part] ?? unknownVariablesProblem(form.values[part]) ?? undefined,
  });
  return (
    <section aria-label={`${occasions[kind].label} by ${channelNames[channel]}`}>
      <Form form={form} className="grid gap-4 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-3">
          {isEmail ? <TextField {...text('subject')} label="Subject" /> : null}
          <TextArea
            {...text('body')}
            label="Text"
            rows={isEmail ? 12 : 5}
            {...(isEmail ? {} : { maxLength: maxSmsLength })}
          />
          <InsertVariable variables={variablesOf(kind)} onInsert={insert} />
          <FormProblem>{form.problem}</FormProblem>
        </div>
        <MessagePreview channel={channel} {...form.values} />
        <div className="flex flex-wrap justify-end gap-2 lg:col-span-2">
          <Button disabled={form.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} busyLabel="Saving...">
            Save
          </Button>
        </div>
      </Form>
    </section>
  );
}
