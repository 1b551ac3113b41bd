import { MessageSquareOff, Moon, Send, TextCursorInput } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { paths } from '../../../lib/paths.ts';
import { useFormats } from '../../../lib/practice.ts';
import { useSession } from '../../../lib/session-store.ts';
import { useInstant } from '../../../lib/use-now.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { smsLength } from '../../settings/message-rules.ts';
import { insertAtCursor } from '../insert-at-cursor.ts';
import { channelWords, momentInWords } from '../message-words.ts';
import type { Conversation } from '../queries.ts';
import { useAttachments } from '../use-attachments.ts';
import type { MessageValues } from '../message-draft.ts';
import { useMessageForm, type MessageForm } from '../use-message-form.ts';
import { AttachButtons, AttachedFiles } from './attachments.tsx';
import { ChannelChoice } from './channel-choice.tsx';

const TemplateDialog = lazyDialog(async () => (await import('./template-dialog.tsx')).TemplateDialog);

/** From this number on, the composer says how many messages can still be sent today. */
const fewLeft = 10;

/** The length of a text: '34 characters, sent as 1 text.' */
function textLength(text: string): string {
  const { characters, segments, costly } = smsLength(text.trim());
  const reason =
    costly === null ? '' : ` Because of the character “${costly}”, fewer characters fit in each.`;
  return `${characters} ${characters === 1 ? 'character' : 'characters'}, sent as ${segments} ${segments === 1 ? 'text' : 'texts'}.${reason}`;
}

/** The length of a text, how many more can be sent if those are few, and where the answer to an email arrives. */
function hintOf(
  { channels, email_replies: repliesHere }: Conversation,
  { channel, body }: MessageValues,
): string {
  const left = channels.find((one) => one.channel === channel)?.left_today ?? 0;
  const noun = channelWords[channel].toLowerCase();
  const isShort = left > 0 && left <= fewLeft;
  return [
    channel === 'sms' && body.trim() !== '' ? textLength(body) : '',
    channel === 'email' && repliesHere === '0' ? 'Replies go to your practice’s own mailbox.' : '',
    isShort ? `${left} more ${left === 1 ? noun : `${noun}s`} can be sent today.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** During the quiet hours: when a text is sent. */
function QuietHours({ until }: { until: string | null }) {
  const formats = useFormats();
  const now = useInstant();
  if (until === null || Date.parse(until) <= now.getTime()) return null;
  return (
    <p className="figures flex items-center gap-2 rounded-md bg-sunken px-3 py-1.5 text-sm">
      <Moon aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
      It’s {formats.timeOf(now.toISOString())}. Texts are sent at {formats.timeOf(until)}.
    </p>
  );
}

/** Inserts a template at the cursor of the text, and its subject into an empty one. */
function useInsert(form: MessageForm, area: RefObject<HTMLTextAreaElement | null>) {
  const { channel, subject, body } = form.values;
  return (text: { subject: string | null; body: string }) => {
    const takesSubject = channel === 'email' && subject.trim() === '' && text.subject !== null;
    insertAtCursor(area, body, text.body, (next) =>
      form.set({ body: next, ...(takesSubject && { subject: text.subject ?? '' }) }),
    );
  };
}

/** Makes a text area as high as its text, up to its maximum, in browsers without `field-sizing`, such as Firefox. */
function fitHeight(area: HTMLTextAreaElement | null): void {
  if (!area || CSS.supports('field-sizing', 'content')) return;
  const { scrollTop } = area;
  // Measured from its smallest height, so that it shrinks too. `auto` takes effect at once; a length is a transition.
  area.style.height = 'auto';
  const borders = area.offsetHeight - area.clientHeight;
  area.style.height = `${area.scrollHeight + borders}px`;
  area.scrollTop = scrollTop;
}

function MessageFields({
  conversation,
  form,
  area,
}: {
  conversation: Conversation;
  form: MessageForm;
  area: RefObject<HTMLTextAreaElement | null>;
}) {
  const { channel } = form.values;
  useLayoutEffect(() => fitHeight(area.current));
  return (
    <>
      {channel === 'email' ? (
        <TextField {...form.field('subject')} label="Subject" hideLabel placeholder="Subject" />
      ) : null}
      {channel === 'sms' ? <QuietHours until={conversation.quiet_until} /> : null}
      <TextArea
        {...form.field('body')}
        // A pasted text must not lose its end unnoticed; the form checks its length.
        maxLength={undefined}
        ref={area}
        label="Message"
        hideLabel
        placeholder={channel === 'sms' ? 'Write a text' : 'Write an email'}
        rows={channel === 'sms' ? 2 : 4}
        // Grows with its text.
        className={`[&_textarea]:field-sizing-content [&_textarea]:max-h-[30dvh] [&_textarea]:resize-none ${channel === 'sms' ? '[&_textarea]:min-h-16' : '[&_textarea]:min-h-28'}`}
      />
    </>
  );
}

function ComposerForm({
  conversation,
  onSent,
}: {
  conversation: Conversation;
  onSent: (sentence: string) => void;
}) {
  const formats = useFormats();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  const form = useMessageForm(conversation, ({ due_at: due }, { channel }) => {
    const now = new Date();
    const isLater = Date.parse(due) - now.getTime() > 60_000;
    const what = channelWords[channel];
    onSent(isLater ? `${what} queued until ${momentInWords(due, now, formats)}.` : `${what} sent.`);
  });
  const attachments = useAttachments(conversation.client_id, form);
  const insert = useInsert(form, area);
  const { channel, file_ids: files } = form.values;
  const isEmail = channel === 'email';
  const problem = conversation.channels.find((one) => one.channel === channel)?.problem ?? null;
  const isStopped = problem !== null || (isEmail && attachments.isUploading);
  return (
    <>
      <Form
        form={form}
        disabled={isStopped}
        label="New message"
        className="flex flex-col gap-2 border-t border-line bg-surface px-4 py-3"
      >
        <div className="flex flex-wrap items-start justify-between gap-2">
          <ChannelChoice
            channels={conversation.channels}
            value={channel}
            onChange={(next) => form.set({ channel: next })}
          />
          <Button
            size="small"
            icon={<TextCursorInput aria-hidden="true" className="size-4" />}
            onClick={() => setChoosing(true)}
          >
            Insert template
          </Button>
        </div>
        <MessageFields {...{ conversation, form, area }} />
        {isEmail ? (
          <AttachedFiles files={files} attachments={attachments} error={form.errors.file_ids} />
        ) : null}
        <FormProblem>{form.problem}</FormProblem>
        <div className="flex flex-wrap items-center gap-2">
          {isEmail ? <AttachButtons {...{ conversation, files, attachments }} /> : null}
          <p className="figures min-w-0 flex-1 text-sm text-ink-soft empty:max-sm:hidden max-sm:order-first max-sm:basis-full">
            {hintOf(conversation, form.values)}
          </p>
          <Button
            type="submit"
            variant="primary"
            className="ml-auto"
            icon={<Send aria-hidden="true" className="size-4" />}
            disabled={isStopped}
            busy={form.busy}
            busyLabel="Sending..."
            title="Ctrl + Enter"
            aria-keyshortcuts="Control+Enter"
          >
            Send
          </Button>
        </div>
      </Form>
      {/* Outside the form, so that saving a template does not send the message. */}
      {isChoosing ? (
        <TemplateDialog
          conversation={conversation}
          isEmail={isEmail}
          onInsert={insert}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

/** Why the client can be written to by neither text nor email, and who can change that. */
function NoChannel({ conversation }: { conversation: Conversation }) {
  const { role } = useSession();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3">
      <MessageSquareOff aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">You can’t write to {conversation.client_name} from here</p>
        <ul className="text-sm wrap-anywhere text-ink-soft">
          {/* An archived client has the same for both. */}
          {[...new Set(conversation.channels.map(({ problem }) => problem))].map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink size="small" to={paths.client(conversation.client_id)}>
          Open client
        </ButtonLink>
        {role === 'admin' ? (
          <ButtonLink size="small" to={paths.settings('messages')}>
            Message settings
          </ButtonLink>
        ) : null}
      </div>
    </div>
  );
}

/** The form of a new message to the client; or why they can't be written to. */
export function Composer({
  conversation,
  onSent,
}: {
  conversation: Conversation;
  /** Called with what became of the message, for screen readers. */
  onSent: (sentence: string) => void;
}) {
  const isPossible = conversation.channels.some(({ problem }) => problem === null);
  return isPossible ? (
    <ComposerForm {...{ conversation, onSent }} />
  ) : (
    <NoChannel conversation={conversation} />
  );
}
