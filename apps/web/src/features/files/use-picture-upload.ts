import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { readAgainAfter } from '../../lib/query.ts';
import { uploadFile, type UploadAction, type UploadFields } from '../../lib/upload.ts';
import { pictureProblem } from './file-rules.ts';

/** How long a success is told. */
const successMs = 3000;

type State = { is: 'idle' | 'uploading' | 'success' } | { is: 'error'; problem: string };

/** Uploads one picture that takes the place of another. `because` stands before the reason why it did not; `failed` alone. */
export function usePictureUpload<Name extends UploadAction>(
  name: Name,
  fields: UploadFields<Name>,
  { failed, because }: { failed: string; because: string },
) {
  const client = useQueryClient();
  const [state, setState] = useState<State>({ is: 'idle' });
  useEffect(() => {
    if (state.is !== 'success') return undefined;
    const timer = setTimeout(() => setState({ is: 'idle' }), successMs);
    return () => clearTimeout(timer);
  }, [state]);

  async function upload(file: File): Promise<void> {
    const problem = pictureProblem(file);
    if (problem !== null) return setState({ is: 'error', problem });
    setState({ is: 'uploading' });
    try {
      await uploadFile(name, fields, file);
      setState({ is: 'success' });
    } catch (error) {
      const reason = messageOf(error, '');
      setState({ is: 'error', problem: reason === '' ? failed : `${because}: ${reason}` });
    }
    readAgainAfter(client, name);
  }
  return { state, upload, forget: () => setState({ is: 'idle' }) };
}
