import type { FileRecord } from '@burrow/contracts/file';
import { useQueries } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { formatBytes, plural } from '../../../lib/format.ts';
import { useFormats, usePractice } from '../../../lib/practice.ts';
import { actionQuery } from '../../../lib/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryError } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useAnimalsOfClient } from '../../bookings/queries.ts';
import type { AttachedFile } from '../message-draft.ts';

interface Owned {
  key: string;
  name: string;
  files: readonly FileRecord[];
}

/**
 * The files of a client and their animals, by whose they are; undefined while they load. Without what a previous owner of an
 * animal uploaded, which the client can't be sent.
 */
function useFilesAround(clientId: number, clientName: string) {
  const animals = useAnimalsOfClient(clientId);
  const owners = [
    { entity_type: 'client' as const, entity_id: clientId, name: clientName },
    ...(animals.data ?? []).map(({ id, animal_name: name }) => ({
      entity_type: 'animal' as const,
      entity_id: id,
      name,
    })),
  ];
  const lists = useQueries({
    queries: owners.map(({ entity_type, entity_id }) =>
      actionQuery('files/by_entity', { entity_type, entity_id }),
    ),
  });
  const failed = [animals, ...lists].find(({ isError, data }) => isError && data === undefined);
  const isLoading = [animals, ...lists].some(({ isPending }) => isPending);
  const owned = owners.map(({ entity_type, entity_id, name }, index): Owned => ({
    key: `${entity_type} ${entity_id}`,
    name,
    files: (lists[index]?.data ?? []).filter(
      ({ uploaded_by_client_id: uploader }) => uploader === null || uploader === clientId,
    ),
  }));
  return { owned: isLoading ? undefined : owned.filter(({ files }) => files.length > 0), failed };
}

function FileChoices({
  owned,
  chosen,
  isFull,
  attached,
  onToggle,
}: {
  owned: readonly Owned[];
  chosen: readonly AttachedFile[];
  isFull: boolean;
  attached: readonly AttachedFile[];
  onToggle: (file: FileRecord) => void;
}) {
  const formats = useFormats();
  const locale = usePractice()?.locale;
  const has = (files: readonly AttachedFile[], id: number) =>
    files.some(({ file_id: other }) => other === id);
  return (
    <div className="flex flex-col gap-4">
      {owned.map(({ key, name, files }) => (
        <fieldset key={key} className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 text-sm font-semibold wrap-anywhere text-ink-soft">{name}</legend>
          {files.map((file) => (
            <Checkbox
              key={file.id}
              label={<span className="wrap-anywhere">{file.filename}</span>}
              hint={`${formatBytes(file.file_size, locale)} · ${formats.date(file.created_at)}`}
              checked={has(chosen, file.id) || has(attached, file.id)}
              disabled={has(attached, file.id) || (isFull && !has(chosen, file.id))}
              onChange={() => onToggle(file)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

/** Chooses files of a client and their animals to send with an email. */
export function ClientFilesDialog({
  clientId,
  clientName,
  room,
  attached,
  onAttach,
  onClose,
}: {
  clientId: number;
  clientName: string;
  /** How many more files the email can have. */
  room: number;
  attached: readonly AttachedFile[];
  onAttach: (files: readonly AttachedFile[]) => void;
  onClose: () => void;
}) {
  const { owned, failed } = useFilesAround(clientId, clientName);
  const [chosen, setChosen] = useState<readonly AttachedFile[]>([]);
  const toggle = ({ id, filename, file_size }: FileRecord) =>
    setChosen((before) =>
      before.some(({ file_id: other }) => other === id)
        ? before.filter(({ file_id: other }) => other !== id)
        : [...before, { file_id: id, filename, file_size }],
    );
  const attach = () => {
    onAttach(chosen);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Attach files"
      description={
        room === 1 ? 'You can attach one more file.' : `You can attach ${Math.max(room, 0)} more files.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={attach}>
            {chosen.length === 0 ? 'Attach' : `Attach ${plural(chosen.length, 'file')}`}
          </Button>
        </>
      }
    >
      {failed ? (
        <QueryError query={failed} title="Failed to load files" />
      ) : owned === undefined ? (
        <SkeletonRows rows={3} />
      ) : owned.length === 0 ? (
        <EmptyState icon={<FolderOpen />} title="No files yet.">
          Files of {clientName} and their animals appear here.
        </EmptyState>
      ) : (
        <FileChoices {...{ owned, chosen, attached }} isFull={chosen.length >= room} onToggle={toggle} />
      )}
    </Dialog>
  );
}
