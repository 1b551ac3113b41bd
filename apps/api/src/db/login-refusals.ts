export type LoginSetting = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

const inCompose: Record<LoginSetting, string> = {
  DATABASE_URL: 'With Docker Compose it is BURROW_APP_PASSWORD in .env, and `docker compose up -d` sets it.',
  DATABASE_OWNER_URL:
    'With Docker Compose it is BURROW_OWNER_PASSWORD in .env, which PostgreSQL reads only while its volume is new: ' +
    'docker compose exec db psql -U postgres -c "alter role burrow_owner password \'…\'" sets it later.',
};

const rolesOfBurrow =
  'burrow_app, burrow_sign_in, burrow_search, burrow_operator, burrow_worker, burrow_backup';

/**
 * Runs work that connects with the login of a setting. If PostgreSQL refuses the login or a permission, the error names the
 * setting and says what to do; any other error is thrown unchanged.
 */
export async function asLogin<T>(setting: LoginSetting, url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(setting, url, error);
  }
}

/** Adds advice to an error of PostgreSQL, by SQLSTATE. */
function explained(setting: LoginSetting, url: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const refusal = error as Error & { code?: string };
  const user = URL.canParse(url) ? decodeURIComponent(new URL(url).username) : '';
  const said = `PostgreSQL says: ${error.message}.`;
  const advice: Record<string, string> = {
    '28P01': `${said} The password of ${user} in ${setting} doesn’t match the one in PostgreSQL. ${inCompose[setting]}`,
    '28000': `${said} Check that PostgreSQL has the login ${user} and that pg_hba.conf allows it from this host.`,
    '3D000': `${said} Create the database, owned by the login of DATABASE_OWNER_URL, or correct its name in ${setting}.`,
    '42501':
      setting === 'DATABASE_OWNER_URL'
        ? `${said} The login ${user} must own the database and everything in it, and be able to manage Burrow's roles. As a ` +
          `superuser: alter role ${user} createrole; grant ${rolesOfBurrow} to ${user} with admin option;`
        : `${said} Run \`migrate\` of this release, which grants ${user} its rights.`,
  };
  const found = advice[refusal.code ?? ''];
  return found === undefined ? error : new Error(`${setting}: ${found}`, { cause: error });
}
