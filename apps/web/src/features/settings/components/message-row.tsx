import type { MessageTemplateRecord } from '@burrow/contracts/message-template';
import { fillIn } from '@burrow/contracts/message-text';
import { Mail, MessageSquare, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useCommand } from '../../../lib/query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { toast } from '../../../ui/toast.ts';
import { channelNames, occasions } from '../message-occasions.ts';
import { useExampleValues } from '../use-example-values.ts';
import { MessageEditor } from './message-editor.tsx';

/** Restores the standard text, after asking. */
function ResetMessage({ message, name }: { message: MessageTemplateRecord; name: string }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={<RotateCcw className="size-4" />}
        aria-label={`Reset ${name}`}
        onClick={() => setAsking(true)}
      >
        Reset
      </Button>
      <ConfirmCommand
        command="message_template_reset"
        input={{ kind: message.kind, channel: message.channel }}
        open={asking}
        onClose={() => setAsking(false)}
        title="Restore the standard text?"
        confirmLabel="Reset text"
        busyLabel="Resetting..."
        failure="Couldn’t reset the text."
        done="Standard text restored"
        about="message"
      >
        Your text for “{name}” will be deleted.
      </ConfirmCommand>
    </>
  );
}

/** One message on one channel: its text, whether it is sent, and its editor. */
export function MessageRow({
  message,
  editing,
  onEdit,
  onClose,
}: {
  message: MessageTemplateRecord;
  editing: boolean;
  onEdit: () => void;
  onClose: () => void;
}) {
  const update = useCommand('message_template_update');
  const examples = useExampleValues();
  const channel = channelNames[message.channel];
  const name = `${occasions[message.kind].label}, ${channel}`;
  const isOn = message.enabled === '1';
  const toggle = () =>
    update.mutate(
      { kind: message.kind, channel: message.channel, enabled: isOn ? '0' : '1' },
      { onError: (error) => toast.failed('Couldn’t change the message', error) },
    );
  const Icon = message.channel === 'sms' ? MessageSquare : Mail;
  return (
    <li className="px-4 py-3">
      <KeepFocus className="flex flex-col gap-2 outline-none">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="flex items-center gap-2 font-semibold">
            <Icon aria-hidden="true" className="size-4.5 text-ink-soft" />
            {channel}
          </h3>
          {message.is_default === '1' ? null : <Badge tone="brand">Custom text</Badge>}
          <Checkbox
            label={
              <>
                Send<span className="sr-only"> {name}</span>
              </>
            }
            checked={update.isPending ? !isOn : isOn}
            disabled={update.isPending}
            onChange={toggle}
          />
          {editing ? null : (
            <div className="ml-auto flex gap-1">
              {message.is_default === '1' ? null : <ResetMessage message={message} name={name} />}
              <Button
                size="small"
                icon={<Pencil className="size-4" />}
                aria-label={`Edit ${name}`}
                onClick={onEdit}
              >
                Edit
              </Button>
            </div>
          )}
        </div>
        {editing ? (
          <MessageEditor message={message} onClose={onClose} />
        ) : (
          <p className={isOn ? 'line-clamp-2 text-ink-soft' : 'line-clamp-2 text-ink-soft opacity-60'}>
            {fillIn(message.subject ?? message.body, examples)}
          </p>
        )}
      </KeepFocus>
    </li>
  );
}
