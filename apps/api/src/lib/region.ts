import { invalidField } from './app-error.ts';

const timeZones = new Set(Intl.supportedValuesOf('timeZone')).add('UTC');
/** Zones that Intl spells by a former name, which PostgreSQL has only with the system's legacy time zones. */
const presentNames: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

const currencies = new Set(Intl.supportedValuesOf('currency'));

/**
 * A time zone by its present name: 'europe/london' → 'Europe/London', 'Asia/Calcutta' → 'Asia/Kolkata'.
 * @throws AppError `invalid_input` for an unknown name
 */
export function timeZoneInput(typed: string): string {
  const [known] = orNone(() => [
    new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone,
  ]);
  if (known === undefined || !timeZones.has(known)) {
    throw invalidField('time_zone', 'Enter a time zone such as Europe/London.');
  }
  return presentNames[known] ?? known;
}

/**
 * A locale in its canonical spelling: 'en-gb' → 'en-GB'.
 * @throws AppError `invalid_input` for one that the server does not support
 */
export function localeInput(typed: string): string {
  const [known] = orNone(() => Intl.DateTimeFormat.supportedLocalesOf(Intl.getCanonicalLocales(typed)));
  if (known === undefined) throw invalidField('locale', 'Enter a locale such as en-GB.');
  return known;
}

/**
 * A currency's code in capitals.
 * @throws AppError `invalid_input` for one that does not exist or that counts in thousandths
 */
export function currencyInput(typed: string): string {
  const code = typed.toUpperCase();
  if (!currencies.has(code)) throw invalidField('currency', 'Enter a currency such as GBP.');
  const { maximumFractionDigits: decimals = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  // Prices are kept in hundredths.
  if (decimals > 2)
    throw invalidField(
      'currency',
      'Prices in this currency need more than two decimal places. Choose another.',
    );
  return code;
}

/** The result of Intl, or undefined for a name that it rejects by throwing. */
function orNone(ask: () => string[]): string[] {
  try {
    return ask();
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
