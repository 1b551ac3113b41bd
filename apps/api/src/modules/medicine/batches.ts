import type { OutputOf, ParsedInputOf } from '@burrow/contracts/actions';
import type { RecalledAnimal } from '@burrow/contracts/medicine';
import type { Ctx } from '../../context/context.ts';
import { statement } from '../../db/statement.ts';
import { byteOrderMark, csvCode, csvLine, csvText, spacedPhone } from '../../lib/csv.ts';
import { localMoment } from '../../lib/clock.ts';
import { searchPattern } from '../../lib/search-pattern.ts';
import { medicineById } from './read-model.ts';

type Batch = OutputOf<'medicine_batches'>[number];

// A batch is one however it was typed. A prescription was dispensed elsewhere, unless it has a batch.
const batchList = statement<Batch>(
  'medicine_batches',
  `select (array_agg(e.batch order by e.at desc))[1] as batch, (array_agg(e.product order by e.at desc))[1] as product,
          e.medicine_id, count(distinct e.animal_id)::integer as animals,
          min(e.at) as first_given_at, max(e.at) as last_given_at
   from entries e
   where e.tenant_id = $1 and e.batch_key is not null and e.struck_at is null
     and ($2::bigint is null or e.medicine_id = $2)
     and ($3::text is null or lower(concat_ws(' ', e.product, e.batch)) like $3)
   group by e.medicine_id, case when e.medicine_id is null then lower(e.product) end, e.batch_key
   order by max(e.at) desc limit 500`,
);

const recallList = statement<RecalledAnimal>(
  'batch_recall',
  `select e.id as entry_id, e.kind, e.at, e.product, e.batch, trim_scale(e.quantity)::text as quantity, e.unit,
          case when e.struck_at is null then '0' else '1' end as struck,
          a.id as animal_id, a.name as animal_name, s.name::text as species,
          c.id as client_id, c.name as client_name, c.phone, c.email::text as email
   from entries e
   join animals a on a.tenant_id = e.tenant_id and a.id = e.animal_id
   join clients c on c.tenant_id = a.tenant_id and c.id = a.client_id
   left join species s on s.tenant_id = a.tenant_id and s.id = a.species_id
   where e.tenant_id = $1 and e.batch_key = upper(regexp_replace($2, '\\s', '', 'g'))
     and ($3::bigint is null or e.medicine_id = $3)
   order by lower(c.name), c.id, lower(a.name), a.id, e.at`,
);

/** The batches that were given, the most recent first. @throws AppError `not_found` for an unknown medicine */
export async function batchesGiven(
  ctx: Ctx,
  { medicine_id: medicineId, q }: ParsedInputOf<'medicine_batches'>,
): Promise<Batch[]> {
  if (medicineId !== undefined) await medicineById(ctx, medicineId);
  return ctx.tx.rows(batchList, [ctx.tenantId, medicineId ?? null, searchPattern(q)]);
}

/**
 * The animals that were given a batch, by owner and animal; an entry that was struck through is listed and marked.
 * @throws AppError `not_found` for an unknown medicine
 */
export async function recalledAnimals(
  ctx: Ctx,
  { batch, medicine_id: medicineId }: ParsedInputOf<'batch_recall'>,
): Promise<RecalledAnimal[]> {
  if (medicineId !== undefined) await medicineById(ctx, medicineId);
  return ctx.tx.rows(recallList, [ctx.tenantId, batch, medicineId ?? null]);
}

const headings = [
  'Client',
  'Phone',
  'Email',
  'Animal',
  'Species',
  'Product',
  'Batch',
  'Quantity',
  'Unit',
  'Date',
  'Kind',
  'Struck through',
];

/** The same as CSV, with the day on the practice's clock. */
export async function recallFile(
  ctx: Ctx,
  input: ParsedInputOf<'batch_recall_csv'>,
): Promise<OutputOf<'batch_recall_csv'>> {
  const animals = await recalledAnimals(ctx, input);
  const lines = animals.map((one) =>
    csvLine(
      [
        one.client_name,
        one.phone && spacedPhone(one.phone),
        one.email,
        one.animal_name,
        one.species,
        one.product,
        one.batch,
        one.quantity,
        one.unit,
        localMoment(new Date(one.at), ctx.session.timeZone).date,
        one.kind,
        one.struck === '1' ? 'yes' : '',
      ].map((text, at) => (headings[at] === 'Batch' ? csvCode : csvText)(text ?? '')),
    ),
  );
  ctx.auditDetails({ animals: new Set(animals.map(({ animal_id }) => animal_id)).size });
  const content = Buffer.from(byteOrderMark + csvLine(headings) + lines.join(''));
  return { filename: 'batch-recall.csv', content };
}
