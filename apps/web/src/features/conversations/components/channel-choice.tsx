import type { MessageChannel } from '@burrow/contracts/message-text';
import { Mail, MessageSquareText } from 'lucide-react';
import { useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { channelWords } from '../message-words.ts';
import type { Conversation } from '../queries.ts';

const icons = { sms: MessageSquareText, email: Mail };

/** Text or email. One that can't be used says why below. */
export function ChannelChoice({
  channels,
  value,
  onChange,
}: {
  channels: Conversation['channels'];
  value: MessageChannel;
  onChange: (channel: MessageChannel) => void;
}) {
  const id = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Send as</legend>
      <div className="inline-flex rounded-md border border-edge/70 bg-surface p-0.5">
        {channels.map(({ channel, problem }) => {
          const Icon = icons[channel];
          const isChosen = channel === value;
          return (
            <label
              key={channel}
              className={classNames(
                'inline-flex min-h-8 items-center gap-1.5 rounded-sm px-3 text-sm font-semibold pointer-coarse:min-h-10',
                'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
                problem !== null && !isChosen && 'cursor-not-allowed opacity-55',
                isChosen ? 'bg-brand text-on-brand' : 'text-ink-soft',
                problem === null && !isChosen && 'cursor-pointer hover:bg-sunken hover:text-ink',
              )}
            >
              <input
                type="radio"
                name={id}
                value={channel}
                className="sr-only"
                checked={isChosen}
                disabled={problem !== null && !isChosen}
                aria-describedby={problem === null ? undefined : `${id}-${channel}`}
                onChange={() => onChange(channel)}
              />
              <Icon aria-hidden="true" className="size-4" />
              {channelWords[channel]}
            </label>
          );
        })}
      </div>
      {channels.map(({ channel, problem }) =>
        problem === null ? null : (
          <p key={channel} id={`${id}-${channel}`} className="mt-1 text-sm wrap-anywhere text-ink-soft">
            {problem}
          </p>
        ),
      )}
    </fieldset>
  );
}
