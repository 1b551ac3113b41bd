import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const url = 'postgres://burrow_app:hunter2-in-url@db.example.test/burrow';
const folder = mkdtempSync(join(tmpdir(), 'burrow-env-'));
afterAll(() => rmSync(folder, { recursive: true }));

const refusal = (source: Record<string, string>): string[] => {
  try {
    readEnv(source);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
};

describe('the configuration', () => {
  it('needs only the address of the database', () => {
    expect(readEnv({ DATABASE_URL: url })).toMatchObject({
      DATABASE_URL: url,
      PORT: 8080,
      HOST: '127.0.0.1',
      DATABASE_POOL: 10,
      MIGRATE_ON_START: true,
      BCRYPT_COST: 12,
      TRUST_PROXY: 0,
      QUERY_STRING_LOGIN: false,
      SUPERADMIN_SECOND_FACTOR: 'required',
    });
  });

  it('reports every wrong variable at once, by name and reason', () => {
    const lines = refusal({
      DATABASE_OWNER_URL: 'mysql://root@db',
      PORT: 'eighty',
      DATABASE_POOL: '1',
      BCRYPT_COST: '3',
      MIGRATE_ON_START: 'maybe',
      LOG_LEVEL: 'loud',
      TRUST_PROXY: '-1',
      SESSION_DAYS: '0',
    });
    expect(lines[0]).toBe('The configuration is not valid:');
    expect(lines.slice(1).map((line) => /^ {2}(\w+): .+/.exec(line)?.[1])).toEqual([
      'DATABASE_URL',
      'DATABASE_OWNER_URL',
      'MIGRATE_ON_START',
      'DATABASE_POOL',
      'PORT',
      'TRUST_PROXY',
      'LOG_LEVEL',
      'BCRYPT_COST',
      'SESSION_DAYS',
    ]);
    expect(lines).toContain('  DATABASE_URL: is missing');
    expect(lines).toContain('  PORT: must be a number, such as 8080');
    expect(lines).toContain('  DATABASE_POOL: must be 2 or more');
    expect(lines).toContain('  LOG_LEVEL: must be one of fatal, error, warn, info, debug, silent');
  });

  it.each([
    ['PORT', '80.5', 'must be a whole number, such as 8080'],
    ['PORT', '99999', 'must be 65535 or less'],
    ['INSTALLATION_NUMBER', '1000', 'must be 999 or less'],
    ['METRICS_PORT', 'x', 'must be a number'],
    ['WORKER', 'yes', 'must be one of inline, off, only'],
    ['FIRST_SUPERADMIN_PASSWORD', 'short', 'must have at least 8 characters'],
  ])('states what is valid for %s=%s', (name, value, said) => {
    expect(refusal({ DATABASE_URL: url, [name]: value })).toContain(`  ${name}: ${said}`);
  });

  it('reports missing settings of a file store, beside other errors', () => {
    const named = (source: Record<string, string>): (string | undefined)[] =>
      refusal({ DATABASE_URL: url, ...source })
        .slice(1)
        .map((line) => /^ {2}(\w+): .+/.exec(line)?.[1]);
    expect(named({ FILE_STORAGE: 'disk' })).toEqual(['FILE_STORAGE_PATH']);
    expect(named({ FILE_STORAGE: 's3', S3_ENDPOINT: 'store', PORT: 'x' })).toEqual([
      'PORT',
      'S3_ENDPOINT',
      'S3_BUCKET',
      'S3_ACCESS_KEY',
      'S3_SECRET_KEY',
    ]);
    // A store of older files, partly configured.
    expect(named({ S3_BUCKET: 'burrow' })).toEqual(['S3_ACCESS_KEY', 'S3_SECRET_KEY']);
    expect(named({ FILE_STORAGE: 'tape', FILE_UPLOADS_AT_ONCE: '0' })).toEqual([
      'FILE_STORAGE',
      'FILE_UPLOADS_AT_ONCE',
    ]);
    expect(named({ FILE_STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY: 'a', S3_SECRET_KEY: 's' })).toEqual([]);
  });

  it('takes the settings for text messages together or not at all', () => {
    const sid = `AC${'0'.repeat(32)}`;
    const whole = {
      TWILIO_ACCOUNT_SID: sid,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+441632960144',
      CODE_SECRET: 'f'.repeat(48),
    };
    expect(readEnv({ DATABASE_URL: url, ...whole })).toMatchObject(whole);
    expect(refusal({ DATABASE_URL: url, TWILIO_ACCOUNT_SID: sid }).slice(1)).toEqual([
      '  TWILIO_AUTH_TOKEN: is required with the other settings for text messages',
      '  TWILIO_FROM: is required with the other settings for text messages',
      '  CODE_SECRET: is required with the other settings for text messages',
    ]);
    expect(refusal({ DATABASE_URL: url, TWILIO_API_URL: 'http://localhost:8090' })).toHaveLength(5);
    for (const secret of ['short', 'change-me-change-me-change-me-change-me']) {
      expect(refusal({ DATABASE_URL: url, ...whole, CODE_SECRET: secret })).toHaveLength(2);
    }
    for (const from of [`MG${'0'.repeat(32)}`, 'Burrow', '60777']) {
      expect(refusal({ DATABASE_URL: url, ...whole, TWILIO_FROM: from })).toEqual([]);
    }
    for (const from of ['01632 960144', '+44', 'A name far too long']) {
      expect(refusal({ DATABASE_URL: url, ...whole, TWILIO_FROM: from })).toHaveLength(2);
    }
  });

  it('reads the countries that text messages may go to', () => {
    const read = (list: string) => readEnv({ DATABASE_URL: url, SMS_COUNTRIES: list }).SMS_COUNTRIES;
    expect(read('gb, IE')).toEqual(['GB', 'IE']);
    expect(read('')).toContain('GB');
    expect(refusal({ DATABASE_URL: url, SMS_COUNTRIES: 'GB,XX' })).toEqual([
      'The configuration is not valid:',
      '  SMS_COUNTRIES: must be countries such as GB,IE',
    ]);
  });

  it('takes the settings for card payments together or not at all', () => {
    const pair = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(readEnv({ DATABASE_URL: url, ...pair })).toMatchObject(pair);
    expect(refusal({ DATABASE_URL: url, STRIPE_SECRET_KEY: 'rk_test_1' }).slice(1)).toEqual([
      '  STRIPE_WEBHOOK_SECRET: is required with the other settings for card payments',
    ]);
    expect(refusal({ DATABASE_URL: url, STRIPE_PRICE: 'price_1' })).toHaveLength(3);
    expect(refusal({ DATABASE_URL: url, STRIPE_API_URL: 'http://localhost:8090' })).toHaveLength(3);
    const wrong = { STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'secret', STRIPE_PRICE: '39.00' };
    expect(refusal({ DATABASE_URL: url, ...wrong }).slice(1)).toEqual([
      '  STRIPE_SECRET_KEY: must begin with sk_ or rk_',
      '  STRIPE_WEBHOOK_SECRET: must begin with whsec_',
      '  STRIPE_PRICE: must begin with price_',
    ]);
  });

  it('takes the settings for replies to emails together or not at all', () => {
    const pair = { INBOUND_MAIL_DOMAIN: 'Reply.Example.com', INBOUND_MAIL_SECRET: 's'.repeat(32) };
    expect(readEnv({ DATABASE_URL: url, ...pair })).toMatchObject({
      INBOUND_MAIL_DOMAIN: 'reply.example.com',
    });
    for (const [given, missing] of [
      ['INBOUND_MAIL_DOMAIN', 'INBOUND_MAIL_SECRET'],
      ['INBOUND_MAIL_SECRET', 'INBOUND_MAIL_DOMAIN'],
    ] as const) {
      expect(refusal({ DATABASE_URL: url, [given]: pair[given] }).slice(1)).toEqual([
        `  ${missing}: is required with the other settings for replies to emails`,
      ]);
    }
    expect(refusal({ DATABASE_URL: url, ...pair, INBOUND_MAIL_SECRET: 'short' }).slice(1)).toEqual([
      '  INBOUND_MAIL_SECRET: must have at least 32 characters',
    ]);
    for (const domain of [
      'reply',
      'a@b.example',
      'reply.example.com.',
      '-a.example',
      'a..example',
      'a b.example',
    ]) {
      expect(refusal({ DATABASE_URL: url, ...pair, INBOUND_MAIL_DOMAIN: domain }).slice(1)).toEqual([
        '  INBOUND_MAIL_DOMAIN: must be a domain like reply.example.com',
      ]);
    }
  });

  it('takes the settings for email together or not at all', () => {
    const pair = { SMTP_URL: 'smtp://burrow:secret@mail.example.com:587', MAIL_FROM: 'desk@example.com' };
    expect(readEnv({ DATABASE_URL: url, ...pair })).toMatchObject(pair);
    expect(refusal({ DATABASE_URL: url, SMTP_URL: pair.SMTP_URL }).slice(1)).toEqual([
      '  MAIL_FROM: is required with the other settings for email',
    ]);
    expect(refusal({ DATABASE_URL: url, SMTP_URL: 'mail.example.com', MAIL_FROM: 'Burrow' })).toHaveLength(3);
  });

  it("takes the first superadmin as a whole, with the owner's login and no placeholder for a password", () => {
    const pair = { FIRST_SUPERADMIN_EMAIL: 'Root@Example.com', FIRST_SUPERADMIN_PASSWORD: 'tall-ship-9' };
    const ownerUrl = 'postgres://owner@db.example.test/burrow';
    expect(readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, ...pair })).toMatchObject({
      ...pair,
      FIRST_SUPERADMIN_EMAIL: 'root@example.com',
    });
    expect(refusal({ DATABASE_URL: url, FIRST_SUPERADMIN_PASSWORD: 'tall-ship-9' }).slice(1)).toEqual([
      '  FIRST_SUPERADMIN_EMAIL: is required with the other settings for the first superadmin',
      '  DATABASE_OWNER_URL: is required with the other settings for the first superadmin',
    ]);
    const refused = (password: string): string | undefined =>
      refusal({
        DATABASE_URL: url,
        DATABASE_OWNER_URL: ownerUrl,
        ...pair,
        FIRST_SUPERADMIN_PASSWORD: password,
      })[1];
    expect(refused('short-7')).toBe('  FIRST_SUPERADMIN_PASSWORD: must have at least 8 characters');
    const placeholders = [
      'change-me',
      'CHANGE_ME_NOW',
      'please-change-it',
      '<password>',
      'your-password',
      'xxxxxxxx',
    ];
    const taken = [...placeholders, 'replace-this', 'placeholder', '........'].filter(
      (password) => !refused(password)?.includes('FIRST_SUPERADMIN_PASSWORD: is a placeholder'),
    );
    expect(taken).toEqual([]);
  });

  it("takes the first superadmin's email alone, which is left when the password is removed", () => {
    const email = { FIRST_SUPERADMIN_EMAIL: 'root@example.com', FIRST_SUPERADMIN_PASSWORD: '' };
    expect(readEnv({ DATABASE_URL: url, ...email }).FIRST_SUPERADMIN_PASSWORD).toBeUndefined();
  });

  it('normalises its own address to end without a slash, and allows no path', () => {
    const given = { DATABASE_URL: url, PUBLIC_URL: 'https://burrow.example.com/' };
    expect(readEnv(given).PUBLIC_URL).toBe('https://burrow.example.com');
    for (const wrong of ['burrow.example.com', 'https://burrow.example.com/app', 'https://a@b.example.com']) {
      expect(refusal({ DATABASE_URL: url, PUBLIC_URL: wrong })).toHaveLength(2);
    }
  });

  it("serves metrics nowhere by default, and never on the API's port", () => {
    expect(readEnv({ DATABASE_URL: url })).toMatchObject({ METRICS_HOST: '127.0.0.1' });
    expect(readEnv({ DATABASE_URL: url }).METRICS_PORT).toBeUndefined();
    expect(readEnv({ DATABASE_URL: url, METRICS_PORT: '9464' }).METRICS_PORT).toBe(9464);
    expect(readEnv({ DATABASE_URL: url, METRICS_PORT: '0', PORT: '0' }).METRICS_PORT).toBe(0);
    for (const wrong of ['on', '65536', '-1', '9464.5']) {
      expect(refusal({ DATABASE_URL: url, METRICS_PORT: wrong })).toHaveLength(2);
    }
    for (const shared of [
      { PORT: '8080', METRICS_PORT: '8080' },
      { PORT: '9464', METRICS_PORT: '9464' },
    ]) {
      expect(refusal({ DATABASE_URL: url, ...shared }).slice(1)).toEqual([
        '  METRICS_PORT: must differ from PORT',
      ]);
    }
  });

  it('never prints a value', () => {
    const secrets = {
      DATABASE_URL: 'mysql://burrow:s3cret-one@db',
      DATABASE_OWNER_URL: 's3cret-two',
      PORT: 's3cret-three',
      LOG_LEVEL: 's3cret-four',
      MIGRATE_ON_START: 's3cret-five',
      BCRYPT_COST: '424242',
      DATABASE_POOL_FILE: '/s3cret-six',
    };
    const said = refusal(secrets).join('\n');
    expect(said.split('\n')).toHaveLength(8);
    expect(said).not.toMatch(/s3cret|424242/);
  });

  it('reads a value from the file in <NAME>_FILE, without its line end', () => {
    const file = join(folder, 'url');
    writeFileSync(file, `${url}\n`);
    expect(readEnv({ DATABASE_URL_FILE: file }).DATABASE_URL).toBe(url);
  });

  it('states which file it cannot read, beside other errors', () => {
    expect(refusal({ DATABASE_URL_FILE: join(folder, 'gone'), PORT: 'x' })).toEqual([
      'The configuration is not valid:',
      '  DATABASE_URL_FILE: the file can’t be read',
      expect.stringMatching(/^ {2}PORT: /),
    ]);
  });

  it('treats an empty or blank value as missing', () => {
    expect(readEnv({ DATABASE_URL: url, PORT: '', BCRYPT_COST: '  ' })).toMatchObject({
      PORT: 8080,
      BCRYPT_COST: 12,
    });
  });

  it.each([
    ['on', true],
    ['true', true],
    ['off', false],
    ['false', false],
  ])('reads %s as a switch', (written, value) => {
    expect(readEnv({ DATABASE_URL: url, MIGRATE_ON_START: written }).MIGRATE_ON_START).toBe(value);
  });

  it.each(['PORT', 'DATABASE_POOL', 'BCRYPT_COST', 'TRUST_PROXY'])(
    'refuses a %s that is no whole number',
    (name) => {
      for (const written of ['5.5', '5a', 'NaN', 'Infinity', '-5', '1e9']) {
        expect(refusal({ DATABASE_URL: url, [name]: written })).toHaveLength(2);
      }
    },
  );
});
