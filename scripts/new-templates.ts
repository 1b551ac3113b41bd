// The texts of what `scripts/new.ts` writes: examples that compile and pass, for the author to change.

export const camel = (name: string): string =>
  name.replaceAll(/[-_]([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
export const pascal = (name: string): string => camel(`-${name}`);
export const title = (name: string): string =>
  name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll(/[-_]/g, ' ');

export const declaration = (action: string, isCommand: boolean, scope: string): string =>
  isCommand
    ? `  ${action}: {
    kind: 'command',
    group: 'Practice',
    summary: '${title(action)}.',
    access: practiceStaff,${scope}
    input: z.object({}),
    output: done,
    errors: [],
    audit: { entity: 'tenant' },
  },`
    : `  ${action}: {
    kind: 'query',
    group: 'Practice',
    summary: '${title(action)}.',
    access: practiceStaff,${scope}
    input: z.object({}),
    output: z.array(z.object({ name: z.string() })),
    errors: [],
  },`;

export const handler = (action: string, isCommand: boolean): string =>
  isCommand ? `  ${action}: async () => {},` : `  ${action}: (ctx) => ${camel(action)}(ctx),`;

export const readModelImports = `import { statement } from '../../db/statement.ts';
import type { Ctx } from '../../context/context.ts';
`;

export const readModel = (action: string): string => `
const ${camel(action)}Rows = statement<{ name: string }>(
  '${action}',
  'select t.tenant_name as name from tenants t where t.id = $1',
);

/** ${title(action)}. */
export const ${camel(action)} = ({ tx, tenantId }: Pick<Ctx, 'tx' | 'tenantId'>): Promise<{ name: string }[]> =>
  tx.rows(${camel(action)}Rows, [tenantId]);
`;

export const actionTest = (action: string): string => `import { expect, it } from 'vitest';
import { makePractice } from '../../../../../packages/dev/src/factories.ts';
import { useTestApi } from '../../testing/harness.ts';

const api = useTestApi();

it('answers a staff member', async () => {
  const { staffKey } = await makePractice(api.testDatabase.owner);
  const { status } = await api.call('${action}', {}, staffKey);
  expect(status).toBe(200);
});
`;

export const pageText = (name: string): string => `import { usePage } from '../../../lib/page-name.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

/** ${title(name)} (/admin/${name}). */
export function ${pascal(name)}Page() {
  usePage('${title(name)}');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title="${title(name)}" />
      <Card>
        <EmptyState title="No records." />
      </Card>
    </div>
  );
}
`;

export const pageTest = (name: string): string => `import { describe, expect, it } from 'vitest';
import { makeAccount, makeUser } from '../packages/dev/src/factory-people.ts';
import { makePractice } from '../packages/dev/src/factories.ts';
import { desktop, expectAccessible, phone, useBrowser } from './browser.ts';
import { openAsStaff } from './sign-in.ts';

const { api, openPage } = useBrowser();

describe('${title(name)}', () => {
  it.each([desktop, phone])('opens for a staff member on a screen $width wide', async (screen) => {
    const { tenant } = await makePractice(api.testDatabase.owner);
    const account = await makeAccount(api.testDatabase.owner);
    await makeUser(api.testDatabase.owner, { tenant, account, role: 'staff' });
    const page = await openPage(screen);
    await openAsStaff(page, account.email, '/app/admin/${name}');
    await page.getByRole('heading', { name: '${title(name)}', level: 1 }).waitFor();
    await expectAccessible(page);
    expect(await page.title()).toContain('${title(name)}');
  });
});
`;
