import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CommandAction, InputOf } from '../../../lib/api.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmCommand } from '../../../ui/confirm-command.tsx';
import { acceptPictures } from '../../../lib/file-rules.ts';
import type { usePictureUpload } from '../../../lib/use-picture-upload.ts';
import { ChooseFiles } from '../../../ui/choose-files.tsx';

interface Removal<Name extends CommandAction> {
  command: Name;
  input: InputOf<Name>;
  onDone: () => void;
}

function RemovePicture<Name extends CommandAction>({
  what,
  removal,
}: {
  what: string;
  removal: Removal<Name>;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="attention-quiet"
        size="small"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmCommand
        {...removal}
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove the ${what}?`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        failure={`Couldn’t remove the ${what}.`}
      >
        This cannot be undone.
      </ConfirmCommand>
    </>
  );
}

/** Buttons to upload, replace and remove a picture, with the result. */
export function PictureButtons<Name extends CommandAction>({
  what,
  exists,
  camera,
  picture,
  done,
  removal,
  onFile,
}: {
  /** The picture's name in a sentence, such as 'profile picture'. */
  what: string;
  exists: boolean;
  /** Whether a phone offers its camera. */
  camera: boolean;
  picture: Pick<ReturnType<typeof usePictureUpload>, 'state'>;
  /** The message after an upload. */
  done: string;
  removal: Removal<Name>;
  onFile: (file: File) => void;
}) {
  const { state } = picture;
  const first = ([file]: File[]) => file && onFile(file);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        <ChooseFiles
          label={exists ? 'Replace' : 'Upload'}
          icon={<ImageUp aria-hidden="true" className="size-4" />}
          accept={acceptPictures}
          busy={state.is === 'uploading'}
          busyLabel="Uploading..."
          onFiles={first}
        />
        {camera ? (
          <ChooseFiles
            label="Take photo"
            icon={<Camera aria-hidden="true" className="size-4" />}
            accept={acceptPictures}
            camera
            className="pointer-fine:hidden"
            onFiles={first}
          />
        ) : null}
        {exists ? <RemovePicture what={what} removal={removal} /> : null}
      </div>
      <p className="text-sm text-ink-soft">JPEG, PNG, GIF or WebP, up to 5 MB.</p>
      <p role="status" className="text-sm font-medium text-brand empty:hidden">
        {state.is === 'success' ? done : null}
      </p>
      {state.is === 'error' ? (
        <p role="alert" className="text-sm font-medium text-attention">
          {state.problem}
        </p>
      ) : null}
    </div>
  );
}
