import { hash } from 'node:crypto';
import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx, OutsideContext } from '../../context/context.ts';
import { quotaKeyOf } from '../../lib/quota-key.ts';
import { deletePracticeLogo, insertFile, type ReadyFile } from './repository.ts';
import { mustHaveRoom, nameOf, pictureType, portraitEdge } from './service.ts';
import { mustBeClean } from './virus-scan.ts';

/** The practice's logo in a printable format: a PNG or a JPEG, always in the database. */
export async function prepareLogo(
  ctx: OutsideContext,
  input: ParsedInputOf<'tenant/logo_upload'>,
): Promise<ReadyFile> {
  const type = await pictureType(input.file_data);
  nameOf(input.filename, type);
  await mustBeClean(ctx, input.file_data);
  const format = type.picture === 'jpeg' ? 'jpeg' : 'png';
  const { content, thumbnail } = await ctx.deps.pictures.remake(
    input.file_data,
    format,
    portraitEdge,
    quotaKeyOf(ctx.session),
  );
  return {
    filename: format === 'jpeg' ? 'logo.jpg' : 'logo.png',
    mimeType: `image/${format}`,
    fileType: 'logo',
    size: content.length,
    sha256: hash('sha256', content, 'buffer'),
    thumbnail,
    kept: { in: 'database', content },
  };
}

/**
 * Replaces the practice's logo.
 * @throws AppError `storage_full`
 */
export async function replaceLogo(ctx: Ctx, file: ReadyFile): Promise<OutputOf<'tenant/logo_upload'>> {
  await deletePracticeLogo(ctx);
  const file_id = await insertFile(ctx, file, null);
  await mustHaveRoom(ctx, ctx.tx, ctx.tenantId);
  return { file_id };
}
