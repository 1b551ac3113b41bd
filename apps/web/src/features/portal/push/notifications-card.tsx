import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { useCommand } from '../../../lib/query.ts';
import { useSession } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SavedNote, useSavedNote } from '../../../ui/saved-note.tsx';
import { ownQuery } from '../own-query.ts';
import { usePortalFormats } from '../portal-practice.ts';
import { canUsePush } from './browser-push.ts';
import { endPushOffer } from './push-offer.ts';
import { TurnOnPush } from './turn-on-push.tsx';

type Devices = OutputOf<'cp/push'>['devices'];

function DeviceList({ devices, onDone }: { devices: Devices; onDone: (said: string) => void }) {
  const formats = usePortalFormats();
  const remove = useCommand('cp/push/unsubscribe');
  return (
    <>
      {remove.isError ? <FormProblem>{messageOf(remove.error, 'Couldn’t turn it off.')}</FormProblem> : null}
      <ul className="flex flex-col gap-3">
        {devices.map(({ id, name, created_at: since, is_current: isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0">
              <span className="font-semibold wrap-anywhere">{name}</span>
              {isCurrent ? ' (this device)' : ''}
              <span className="block text-sm text-ink-soft">Since {formats.date(since)}</span>
            </span>
            <Button
              variant="secondary"
              busy={remove.isPending && remove.variables.subscription_id === id}
              busyLabel="Turning off..."
              aria-label={`Turn off on ${name}`}
              onClick={() =>
                remove.mutate(
                  { subscription_id: id },
                  { onSuccess: () => onDone('Notifications turned off') },
                )
              }
            >
              Turn off
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface PreferenceProps {
  likesPush: boolean;
  /** Whether texts take the place of notifications. */
  likesTexts: boolean;
  onDone: (said: string) => void;
}

/** Pauses notifications, while there are devices for them. */
function Preference({ likesPush, likesTexts, onDone }: PreferenceProps) {
  const update = useCommand('cp/client_update');
  const choose = () =>
    update.mutate(
      { likes_push: likesPush ? '0' : '1' },
      {
        onSuccess: () => onDone(likesPush ? 'Notifications paused' : 'Notifications resumed'),
      },
    );
  return (
    <>
      {update.isError ? <FormProblem>{messageOf(update.error, 'Couldn’t save this.')}</FormProblem> : null}
      <Button variant="quiet" busy={update.isPending} busyLabel="Saving..." onClick={choose}>
        {likesPush ? `Pause${likesTexts ? ': send me texts instead' : ''}` : 'Resume notifications'}
      </Button>
    </>
  );
}

/** The devices on which the pet owner gets notifications. Nothing where the practice has none. */
export function NotificationsCard({ likesTexts }: { likesTexts: boolean }) {
  const session = useSession();
  const { data } = useQuery(ownQuery('cp/push', {}));
  const { note, say } = useSavedNote();
  if (!data?.public_key) return null;
  const { public_key: publicKey, devices, likes_push: likes } = data;
  const isOn = devices.some((device) => device.is_current);
  const onTurnedOn = () => {
    endPushOffer(session);
    say('Notifications turned on');
  };
  return (
    <Card title="Notifications">
      <div className="flex flex-col gap-3">
        <SavedNote>{note}</SavedNote>
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-soft">
            {likesTexts
              ? 'Notifications replace text messages about your appointments. If one can’t be shown, we text you.'
              : 'Get messages about your appointments as notifications. You have turned off text messages, so we don’t text you if one can’t be shown.'}
          </p>
          {devices.length > 0 ? <DeviceList devices={devices} onDone={say} /> : null}
          {devices.length > 0 ? (
            <Preference likesPush={likes === '1'} likesTexts={likesTexts} onDone={say} />
          ) : null}
          {!isOn && canUsePush() ? <TurnOnPush publicKey={publicKey} onDone={onTurnedOn} /> : null}
          {canUsePush() ? null : <p>On an iPhone or iPad, first add this page to your home screen.</p>}
        </div>
      </div>
    </Card>
  );
}
