import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { Ctx } from '../../context/context.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { mondayOf, type Rota, type WorkPattern } from '../availability/public.ts';
import {
  deletePattern,
  findPattern,
  findPerson,
  patternsOfUser,
  writePattern,
  type PatternColumns,
  type StoredPattern,
} from './repository.ts';
import { changeRota } from './rota-change.ts';
import { patternRangesOf } from './work-hours.ts';

/**
 * Sets a person's working hours for a period, in place of those with the given id.
 * @throws AppError `not_found`, `invalid_input`, `pattern_overlap`
 */
export async function setPattern(
  ctx: Ctx,
  input: ParsedInputOf<'work_pattern_set'>,
): Promise<OutputOf<'work_pattern_set'>> {
  const { pattern_id: patternId, staff_id: userId, preview } = input;
  const pattern = patternOf(input);
  await findPerson(ctx, userId);
  const { written, ...outcome } = await changeRota(ctx, { preview }, async ({ rota }) => {
    const existing = await patternsOfUser(ctx.tx, ctx.tenantId, userId);
    if (patternId !== undefined && existing.every(({ id }) => id !== patternId)) {
      throw new AppError('not_found', { message: 'Working hours not found.' });
    }
    const others = existing.filter(({ id }) => id !== patternId);
    if (others.some((other) => shareDays(other, pattern))) throw new AppError('pattern_overlap');
    const ranges = patternRangesOf(input.hours);
    return {
      after: withPatterns(rota, userId, [...others, { ...pattern, ranges }]),
      write: () => writePattern(ctx, patternId, pattern, ranges),
    };
  });
  ctx.auditDetails({ valid_from: pattern.valid_from, valid_until: pattern.valid_until });
  return { ...outcome, pattern_id: written };
}

function patternOf(input: ParsedInputOf<'work_pattern_set'>): PatternColumns {
  const { staff_id, weeks, valid_from: from, valid_until: until = null, anchor, hours } = input;
  if (hours.length !== weeks) {
    throw invalidField(
      'hours',
      weeks === 1 ? 'Enter the hours of one week.' : `Enter the hours of ${weeks} weeks.`,
    );
  }
  if (until !== null && until < from) {
    throw invalidField('valid_until', 'The last day can’t be before the first.');
  }
  return { user_id: staff_id, weeks, anchor: anchor ?? mondayOf(from), valid_from: from, valid_until: until };
}

/**
 * Deletes a person's working hours of a period.
 * @throws AppError `not_found`
 */
export async function removePattern(
  ctx: Ctx,
  { pattern_id: patternId, preview }: ParsedInputOf<'work_pattern_delete'>,
): Promise<OutputOf<'work_pattern_delete'>> {
  const { tx, tenantId } = ctx;
  const { user_id: userId, valid_from, valid_until } = await findPattern(ctx, patternId);
  const { written: _none, ...outcome } = await changeRota(ctx, { preview }, async ({ rota }) => {
    const existing = await patternsOfUser(tx, tenantId, userId);
    return {
      after: withPatterns(
        rota,
        userId,
        existing.filter(({ id }) => id !== patternId),
      ),
      write: () => deletePattern(tx, tenantId, patternId),
    };
  });
  // Log the name, because the row is deleted.
  ctx.auditDetails({ name: await findPerson(ctx, userId), valid_from, valid_until });
  return outcome;
}

/** The rota with other patterns of a person. */
function withPatterns(rota: Rota, userId: number, patterns: readonly WorkPattern[]): Rota {
  const isOfOthers = (id: number): boolean => id !== userId;
  const others = rota.with_pattern.filter(isOfOthers);
  return {
    ...rota,
    with_pattern: patterns.length > 0 ? [...others, userId] : others,
    patterns: [...rota.patterns.filter(({ user_id: id }) => isOfOthers(id)), ...patterns],
  };
}

const shareDays = (one: StoredPattern, other: PatternColumns): boolean =>
  (one.valid_until === null || other.valid_from <= one.valid_until) &&
  (other.valid_until === null || one.valid_from <= other.valid_until);
