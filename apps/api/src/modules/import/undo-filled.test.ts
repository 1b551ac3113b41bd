import { expect, it } from 'vitest';
import { makeClient } from '../../../../../packages/dev/src/factory-people.ts';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';
import { importFile, undoImport } from '../../testing/imports.ts';

const api = useTestApi();
const db = () => api.testDatabase.owner;

it('keeps the fields that an import filled in for clients of the portal, and lists them', async () => {
  const practice = await makePractice(db());
  const details = { tenant: practice.tenant, email: null, notes: null };
  const signedUp = await makeClient(db(), { ...details, name: 'Ann', password: 'correct horse battery' });
  const other = await makeClient(db(), { ...details, name: 'Bob' });
  const row = ({ name, phone }: { name: string; phone: string | null }) =>
    `${name},${phone},${name}@example.com,Filled`;
  const { id, counts } = await importFile(
    api,
    practice,
    ['Name,Phone,Email,Notes', row(signedUp), row(other)].join('\n'),
    { run: { duplicates: 'fill' } },
  );
  expect(counts).toMatchObject({ clients_filled: 2 });
  expect(await undoImport(api, practice, id)).toEqual([['Ann', 'portal']]);
  const client = async (one: { id: number }) =>
    (await api.call('client', { client_id: one.id }, practice.adminKey)).body;
  expect(await client(signedUp)).toMatchObject({ email: 'ann@example.com', notes: 'Filled' });
  expect(await client(other)).toMatchObject({ email: null, notes: null });
});
