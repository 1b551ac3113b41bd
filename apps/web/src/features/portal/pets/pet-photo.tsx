import type { PortalAnimal } from '@burrow/contracts/portal';
import { Camera, RotateCw } from 'lucide-react';
import { asProfilePicture } from '../../../lib/file-rules.ts';
import { preparedPicture } from '../../../lib/prepare-picture.ts';
import { usePictureUpload } from '../../../lib/use-picture-upload.ts';
import { BlobImage } from '../../../ui/blob-image.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChooseFiles } from '../../../ui/choose-files.tsx';
import { KeepFocus } from '../../../ui/keep-focus.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SpeciesIcon } from '../../../ui/species-icon.tsx';
import { usePetPhoto } from './queries.ts';

type Pictured = Pick<PortalAnimal, 'id' | 'animal_name' | 'species' | 'picture_file_id'>;

const frame = 'size-28 shrink-0 rounded-full border border-line';

const prepare = async (file: File): Promise<File> => asProfilePicture(await preparedPicture(file));

/** The photo: the one just chosen, otherwise the stored one, otherwise the icon of the species. */
function Portrait({ pet, chosen }: { pet: Pictured; chosen: Blob | null }) {
  const stored = usePetPhoto(pet.picture_file_id);
  const photo = chosen ?? stored.data;
  if (photo) return <BlobImage content={photo} alt={pet.animal_name} className={`${frame} object-cover`} />;
  if (pet.picture_file_id !== null && stored.isPending) return <Skeleton className={frame} />;
  return (
    <span className={`${frame} grid place-items-center bg-brand-soft text-[2.5rem] text-brand`}>
      <SpeciesIcon species={pet.species} />
    </span>
  );
}

/** A pet's photo, with buttons to take or choose another. The parent shows that it was updated. */
export function PetPhoto({ pet, onUpdated }: { pet: Pictured; onUpdated: () => void }) {
  const fields = { entity_type: 'animal', entity_id: pet.id, file_type: 'profile_picture' } as const;
  const { state, shown, upload } = usePictureUpload('file/cp_upload', fields, {
    failed: 'Couldn’t upload the photo. Please try again.',
    because: 'The photo was not uploaded',
    prepare,
    onUploaded: onUpdated,
  });
  const uploading = state.is === 'uploading';
  const again = state.is === 'error' ? state.again : null;
  return (
    <KeepFocus className="flex w-full flex-col items-center gap-2 outline-none sm:w-52">
      <Portrait pet={pet} chosen={shown} />
      <ChooseFiles
        label={shown !== null || pet.picture_file_id !== null ? 'Change Photo' : 'Add Photo'}
        icon={<Camera aria-hidden="true" className="size-4" />}
        accept="image/*"
        size="medium"
        busy={uploading}
        busyLabel="Uploading..."
        onFiles={([file]) => file && void upload(file)}
      />
      {uploading ? (
        <ProgressBar label="Upload of the photo" done={state.progress} className="max-w-44" />
      ) : null}
      {state.is === 'error' ? (
        <p
          role="alert"
          className="rounded-md bg-attention-soft px-3 py-2 text-left text-sm font-medium text-attention"
        >
          {state.problem}
        </p>
      ) : null}
      {again === null ? null : (
        <Button icon={<RotateCw aria-hidden="true" className="size-4" />} onClick={() => void upload(again)}>
          Retry
        </Button>
      )}
    </KeepFocus>
  );
}
