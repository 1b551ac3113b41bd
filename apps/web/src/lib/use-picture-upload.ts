import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from './api-error.ts';
import { pictureProblem } from './file-rules.ts';
import { readAgainAfter } from './query.ts';
import { uploadFile, type UploadAction, type UploadFields } from './upload.ts';

/** How long a success message stays. */
const successMs = 3000;

type State =
  | { is: 'idle' | 'success' }
  /** `progress` is the uploaded part, from 0 to 1. */
  | { is: 'uploading'; progress: number }
  /** `again` is the picture to retry with; null if another one must be chosen. */
  | { is: 'error'; problem: string; again: File | null };

interface PictureUploadOptions {
  /** The message if there is no reason. */
  failed: string;
  /** The text before the reason. */
  because: string;
  /** Prepares the chosen file for sending; it never rejects. */
  prepare?: (file: File) => Promise<File>;
  onUploaded?: () => void;
}

/** Uploads a picture that replaces another. `shown` is that picture from the start of its upload, unless it fails. */
export function usePictureUpload<Name extends UploadAction>(
  name: Name,
  fields: UploadFields<Name>,
  { failed, because, prepare, onUploaded }: PictureUploadOptions,
) {
  const client = useQueryClient();
  const [state, setState] = useState<State>({ is: 'idle' });
  const [shown, setShown] = useState<File | null>(null);
  useEffect(() => {
    if (state.is !== 'success') return undefined;
    const timer = setTimeout(() => setState({ is: 'idle' }), successMs);
    return () => clearTimeout(timer);
  }, [state]);

  function fail(problem: string, again: File | null): void {
    setShown(null);
    setState({ is: 'error', problem, again });
  }

  async function upload(chosen: File): Promise<void> {
    setState({ is: 'uploading', progress: 0 });
    const file = prepare ? await prepare(chosen) : chosen;
    const problem = pictureProblem(file);
    if (problem !== null) return fail(problem, null);
    setShown(file);
    try {
      await uploadFile(name, fields, file, {
        onProgress: (progress) => setState({ is: 'uploading', progress }),
      });
      setState({ is: 'success' });
      onUploaded?.();
    } catch (error) {
      const reason = messageOf(error, '');
      fail(reason === '' ? failed : `${because}: ${reason}`, chosen);
    }
    readAgainAfter(client, name);
  }
  return { state, shown, upload, forget: () => setState({ is: 'idle' }) };
}
