import { Camera, ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { acceptPictures } from '../../../lib/file-rules.ts';
import type { usePictureUpload } from '../../../lib/use-picture-upload.ts';
import { ChooseFiles } from '../../../ui/choose-files.tsx';

/** Taking a picture away, as `useCommand` has it. */
export interface PictureRemoval {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  reset: () => void;
  remove: (onRemoved: () => void) => void;
}

function RemovePicture({ what, removal }: { what: string; removal: PictureRemoval }) {
  const [asking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    removal.reset();
  };
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
      <ConfirmDialog
        open={asking}
        onOpenChange={close}
        title={`Remove the ${what}?`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={removal.isPending}
        error={removal.isError ? messageOf(removal.error, `Failed to remove the ${what}`) : null}
        onConfirm={() => removal.remove(close)}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** How a picture is set, replaced and taken away, and what came of it. */
export function PictureButtons({
  what,
  exists,
  camera,
  picture,
  done,
  removal,
  onFile,
}: {
  /** In a sentence, such as 'profile picture'. */
  what: string;
  exists: boolean;
  /** Whether a phone offers to take one. */
  camera: boolean;
  picture: Pick<ReturnType<typeof usePictureUpload>, 'state'>;
  /** What is said once it is there. */
  done: string;
  removal: PictureRemoval;
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
