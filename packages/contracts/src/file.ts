import { z } from 'zod';
import { defineActions, perCaller } from './action.ts';
import { id, idList, oneOf, requiredLines } from './form.ts';
import { customers, practiceStaff } from './roles.ts';
import { done, instant, optionalText, recordId } from './wire.ts';

const fileEntities = ['animal', 'booking', 'client'] as const;

/** The description of a stored file, without its content. */
const fileRecord = z.object({
  id: recordId,
  filename: z.string(),
  file_size: z.int().meta({ description: 'Bytes' }),
  mime_type: z.string(),
  file_type: optionalText,
  entity_type: z.enum(fileEntities),
  entity_id: recordId,
  created_at: instant,
  uploaded_by: optionalText,
  uploaded_by_client_id: recordId.nullable().meta({ description: 'The client who uploaded or emailed it' }),
  has_thumbnail: z.boolean(),
});

/** The description of a file in the portal. */
const portalFileRecord = fileRecord
  .omit({ uploaded_by: true, uploaded_by_client_id: true })
  .extend({ own: z.boolean() });

/**
 * Some browsers send the name with its folders, so it may be longer than the name that is stored; see the service.
 */
// Characters that no file name should have are removed.
const filename = requiredLines(1000, 'Enter the file name.');

/** The content: base64 in `file_data`, or the part `file` of a multipart form. */
const content = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, 'Choose a file.')
  .meta({
    type: 'string',
    format: 'byte',
    description: 'base64; or send the part `file` of a multipart form',
  });

/** A file stored with a record, by staff or through the portal. */
const upload = z.object({
  entity_type: oneOf(fileEntities),
  entity_id: id,
  filename,
  file_data: content,
  file_type: oneOf(['profile_picture']).optional(),
});

/** Small pictures, base64. */
const thumbnails = z.array(z.object({ file_id: recordId, mime_type: z.string(), file_data: z.string() }));

const fileQueries = [
  'files/by_entity',
  'file/thumbnails',
  'animal',
  'animals',
  'animals_by_client',
  'entries',
] as const;
/** The portal's screens that show files, beside the desk's. */
const portalFileQueries = [
  'files/cp_by_entity',
  'file/cp_thumbnails',
  'cp/animal',
  'cp/animals',
  ...fileQueries,
] as const;

export const fileActions = defineActions({
  'files/by_entity': {
    kind: 'query',
    group: 'Files',
    summary: 'The files of an appointment, an animal or a client, newest first.',
    access: practiceStaff,
    scope: 'files',
    input: z.object({ entity_type: oneOf(fileEntities), entity_id: id }),
    output: z.array(fileRecord),
    errors: ['not_found'],
  },
  'file/get': {
    kind: 'query',
    group: 'Files',
    summary: 'One file with its content.',
    access: practiceStaff,
    scope: 'files',
    input: z.object({ file_id: id }),
    output: fileRecord.extend({ file_data: z.string().meta({ description: 'base64' }) }),
    errors: ['not_found', 'storage_unavailable', 'rate_limited'],
  },
  'file/thumbnails': {
    kind: 'query',
    group: 'Files',
    summary: 'Small pictures of image files; files without one, and ids without a file, are left out.',
    access: practiceStaff,
    scope: 'files',
    input: z.object({ file_ids: idList(100) }),
    output: thumbnails,
    errors: [],
  },
  'file/upload': {
    kind: 'command',
    group: 'Files',
    summary:
      "Adds a file to an appointment, an animal or a client: images, pdf, doc, docx and txt, at most 10 MB. The file_type 'profile_picture' replaces an animal's picture (an image, at most 5 MB).",
    access: practiceStaff,
    scope: 'files',
    input: upload,
    output: z.object({ file_id: recordId }),
    errors: [
      'not_found',
      'file_too_large',
      'storage_full',
      'file_type_not_supported',
      'storage_unavailable',
      'client_erased',
    ],
    accepts: 'file',
    invalidates: fileQueries,
    paid: true,
    audit: { entity: 'file', id: 'file_id' },
    limit: [{ per: 'address', points: 300, seconds: 60 }],
    idempotent: true,
  },
  'file/delete': {
    kind: 'command',
    group: 'Files',
    summary: 'Deletes a file.',
    access: practiceStaff,
    scope: 'files',
    input: z.object({ file_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: fileQueries,
    paid: true,
    audit: { entity: 'file', id: 'file_id' },
  },
  'files/cp_by_entity': {
    kind: 'query',
    group: 'Portal',
    summary:
      "The files that the caller sees of one of their pets or appointments, or of themselves: the pet's picture and what they uploaded, newest first.",
    access: customers,
    scope: null,
    input: z.object({ entity_type: oneOf(fileEntities), entity_id: id }),
    output: z.array(portalFileRecord),
    errors: ['not_found'],
  },
  'file/cp_get': {
    kind: 'query',
    group: 'Portal',
    summary: 'One file that the caller sees, with its content.',
    access: customers,
    scope: null,
    input: z.object({ file_id: id }),
    output: portalFileRecord.extend({ file_data: z.string().meta({ description: 'base64' }) }),
    errors: ['not_found', 'storage_unavailable', 'rate_limited'],
  },
  'file/cp_thumbnails': {
    kind: 'query',
    group: 'Portal',
    summary: 'Small pictures of files that the caller sees; those without one, and other ids, are left out.',
    access: customers,
    scope: null,
    input: z.object({ file_ids: idList(100) }),
    output: thumbnails,
    errors: [],
  },
  'file/cp_upload': {
    kind: 'command',
    group: 'Portal',
    summary:
      "Adds a file to one of the caller’s pets or appointments, or to themselves: images, pdf, doc, docx and txt, at most 10 MB. The file_type 'profile_picture' replaces a pet's picture (an image, at most 5 MB).",
    access: customers,
    scope: null,
    input: upload,
    output: z.object({ file_id: recordId }),
    errors: [
      'not_found',
      'file_too_large',
      'storage_full',
      'file_type_not_supported',
      'storage_unavailable',
      'too_many_files',
    ],
    accepts: 'file',
    invalidates: portalFileQueries,
    audit: { entity: 'file', id: 'file_id' },
    limit: [{ per: 'address', points: 60, seconds: 60 }, perCaller(60)],
    idempotent: true,
  },
  'file/cp_delete': {
    kind: 'command',
    group: 'Portal',
    summary: 'Deletes a file that the caller uploaded.',
    access: customers,
    scope: null,
    input: z.object({ file_id: id }),
    output: done,
    errors: ['not_found'],
    invalidates: portalFileQueries,
    audit: { entity: 'file', id: 'file_id' },
    limit: [perCaller(60)],
  },
  'tenant/logo': {
    kind: 'query',
    group: 'Practice',
    summary: "The practice's logo; null without one.",
    access: practiceStaff,
    scope: 'practice',
    input: z.object({}),
    output: z.object({ file_id: recordId, mime_type: z.string(), file_data: z.string() }).nullable(),
    errors: [],
  },
  'tenant/logo_upload': {
    kind: 'command',
    group: 'Practice',
    summary: "Replaces the practice's logo: an image, at most 5 MB.",
    access: ['admin'],
    scope: 'practice',
    input: z.object({ filename, file_data: content }),
    output: z.object({ file_id: recordId }),
    errors: ['file_too_large', 'storage_full', 'file_type_not_supported', 'rate_limited'],
    accepts: 'file',
    invalidates: ['tenant/logo'],
    paid: true,
    audit: { entity: 'practice' },
    limit: [{ per: 'address', points: 300, seconds: 60 }],
    idempotent: true,
  },
  'tenant/logo_remove': {
    kind: 'command',
    group: 'Practice',
    summary: 'Deletes the practice’s logo.',
    access: ['admin'],
    scope: 'practice',
    input: z.object({}),
    output: done,
    errors: [],
    invalidates: ['tenant/logo'],
    paid: true,
    audit: { entity: 'practice' },
  },
});

export type FileRecord = z.output<typeof fileRecord>;
