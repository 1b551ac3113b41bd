import type { Ctx, OutsideContext } from '../../context/context.ts';
import { staged } from '../../context/handlers.ts';
import type { ActionName, OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import { auditValues, insertAuditEntry } from '../../db/audit-log.ts';
import { statement } from '../../db/statement.ts';
import type { Session } from '../../lib/session.ts';

/** How long further reading of a record by the same person is part of the first. */
const openedMs = 3_600_000;

// An API key is a reader of its own, beside the person whose key it is.
const openedBefore = statement<{ id: number }>(
  'record_opened_before',
  `select l.id from audit_log l
   where l.tenant_id = $1 and l.entity = 'animal' and l.entity_id = $2 and l.at > $3 and l.action = $4
     and l.user_id is not distinct from $5::bigint and l.client_id is not distinct from $6::bigint
     and (l.details ->> 'by_key') is not distinct from $7::text
   limit 1`,
);

/** An answer that shows an animal's record, and the animal if its opening is still to be written down. */
interface Opened<Answer> {
  answer: Answer;
  opened: number | null;
}

/** The action that the audit log names, whatever of the record was read: the practice's, or a client's in the portal. */
const openingAction = ({ clientId }: Pick<Session, 'clientId'>): ActionName =>
  clientId === null ? 'entries' : 'cp/record';

async function noteOpening({ tx, tenantId, session, now }: Ctx, animalId: number): Promise<number | null> {
  const since = new Date(now.getTime() - openedMs);
  const { userId, clientId } = session;
  const reader = [openingAction(session), userId, clientId, session.program?.label ?? null];
  const found = await tx.row(openedBefore, [tenantId, animalId, since, ...reader]);
  return found ? null : animalId;
}

/** Writes in the audit log who opened a record; once an hour for each person and animal. */
async function writeOpening(ctx: OutsideContext, animalId: number): Promise<void> {
  const { session, now, requestId } = ctx;
  const { tenantId, program } = session;
  if (tenantId === null) return;
  const values = auditValues({
    tenantId,
    at: now,
    userId: session.userId,
    clientId: session.clientId,
    action: openingAction(session),
    entity: 'animal',
    entityId: animalId,
    details: program ? { by_key: program.label } : null,
    requestId,
  });
  await ctx.inPractice(async (tx) => {
    await tx.rows(insertAuditEntry, values);
  });
}

/**
 * A query that shows the record of an animal. It reads in a transaction that only reads, so the audit log is written after it,
 * before it answers.
 */
export const opensRecord = <Name extends ActionName, Answer extends OutputOf<Name> = OutputOf<Name>>(
  read: (ctx: Ctx, input: ParsedInputOf<Name>) => Promise<Answer>,
  animalOf: (answer: Answer, input: ParsedInputOf<Name>) => number,
) =>
  staged<Name, undefined, Opened<Answer>>({
    run: async (ctx, input) => {
      const answer = await read(ctx as Ctx, input);
      return { answer, opened: await noteOpening(ctx as Ctx, animalOf(answer, input)) };
    },
    finish: async (ctx, { answer, opened }) => {
      if (opened !== null) await writeOpening(ctx, opened);
      return answer as never;
    },
  });
