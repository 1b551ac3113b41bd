import {
  filledParts,
  withoutUnfilled,
  type FilledPart,
  type MessageChannel,
  type MessageVariable,
} from '@burrow/contracts/message-text';
import { smsLength } from '../message-rules.ts';
import { useExampleValues } from '../use-example-values.ts';

/** A message as a client sees it, with example values for the variables. */
export function MessagePreview({
  channel,
  subject,
  body,
  variables,
}: {
  channel: MessageChannel;
  subject: string;
  body: string;
  /** Those it may contain, if not all. */
  variables?: readonly MessageVariable[];
}) {
  const values = useExampleValues();
  const shown = withoutUnfilled(body, values);
  const parts = filledParts(shown, values, variables);
  const lacksPhone = values.practice_phone === '' && body.includes('practice_phone');
  return (
    <section aria-label="Preview" className="flex min-w-0 flex-col gap-2 rounded-md bg-sunken p-3">
      <p className="text-sm font-semibold text-ink-soft">Preview</p>
      <div className="rounded-lg bg-surface px-3 py-2 shadow-card">
        {channel === 'email' ? (
          <p className="mb-2 border-b border-line pb-2 font-semibold wrap-anywhere">
            <Filled parts={filledParts(subject, values, variables)} />
          </p>
        ) : null}
        {parts.length === 0 ? (
          <p className="text-ink-soft">Your text will appear here.</p>
        ) : (
          <p className="wrap-anywhere whitespace-pre-wrap">
            <Filled parts={parts} />
          </p>
        )}
      </div>
      {lacksPhone ? (
        <p className="text-sm text-attention">
          Your practice has no phone number yet, so sentences with it are left out. Add one under Settings →
          Practice.
        </p>
      ) : null}
      {channel === 'sms' && parts.length > 0 ? (
        <SmsCount text={parts.map(({ text }) => text).join('')} />
      ) : null}
    </section>
  );
}

/** A text with its variables filled in; unknown variables are highlighted. */
const Filled = ({ parts }: { parts: readonly FilledPart[] }) =>
  parts.map(({ at, text, isUnknown }) =>
    isUnknown ? (
      <mark key={at} className="rounded-sm bg-attention-soft text-attention">
        {text}
      </mark>
    ) : (
      <span key={at}>{text}</span>
    ),
  );

function SmsCount({ text }: { text: string }) {
  const { characters, segments, costly } = smsLength(text);
  return (
    <p className="figures text-sm text-ink-soft">
      About {characters} characters, sent as {segments === 1 ? '1 message' : `${segments} messages`}.
      {costly === null
        ? null
        : ` Because of the character “${costly}”, fewer characters fit in each message.`}
    </p>
  );
}
