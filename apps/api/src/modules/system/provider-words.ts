import type { ProviderName } from '@burrow/contracts/installation';

/** What went wrong, for a person, and what they can do about it. */
export interface Explanation {
  said: string;
  todo: string;
}

const names: Record<ProviderName, string> = {
  sms: 'Twilio',
  mail: 'The mail server',
  payments: 'Stripe',
  storage: 'The store',
};

const addresses: Record<ProviderName, string> = {
  sms: 'Does this server reach api.twilio.com, past every firewall? Is TWILIO_API_URL unset?',
  mail: 'Check host and port in SMTP_URL, and that a firewall lets this server reach them.',
  payments: 'Does this server reach api.stripe.com, past every firewall? Is STRIPE_API_URL unset?',
  storage: 'Check S3_ENDPOINT, and that a firewall lets this server reach it.',
};

const theirState: Record<ProviderName, string> = {
  sms: 'See status.twilio.com. Messages wait here and are tried again.',
  mail: 'Look at the server’s own log. Messages wait here and are tried again.',
  payments: 'See status.stripe.com. Refunds wait here and are tried again.',
  storage: 'Look at the store’s own state. Uploads are refused until it answers.',
};

/** What the network says, by what has happened to the call. */
const network: Readonly<Record<string, 'refused' | 'unknown host' | 'silent' | 'cut off' | 'certificate'>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
  EDNS: 'unknown host',
  TIMEOUT: 'silent',
  TimeoutError: 'silent',
  ETIMEDOUT: 'silent',
  ABORT_ERR: 'silent',
  CONNECT_TIMEOUT: 'silent',
  GREETING_TIMEOUT: 'silent',
  SOCKET_TIMEOUT: 'silent',
  UND_ERR_CONNECT_TIMEOUT: 'silent',
  ECONNRESET: 'cut off',
  EPIPE: 'cut off',
  UND_ERR_SOCKET: 'cut off',
  ECONNECTION: 'cut off',
  ESOCKET: 'cut off',
  ETLS: 'certificate',
  CERT_HAS_EXPIRED: 'certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
};

/** Codes of a provider's own, in words. */
const known: Record<ProviderName, Readonly<Record<string, Explanation>>> = {
  sms: {
    '20003': {
      said: 'Twilio does not accept the account and its token.',
      todo: 'Compare TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN with the console, and see whether the account is suspended.',
    },
    '20404': { said: 'Twilio does not know the account.', todo: 'Check TWILIO_ACCOUNT_SID.' },
    '20429': {
      said: 'Twilio takes no more messages this second.',
      todo: 'Lower SMS_PER_SECOND, or ask Twilio for more.',
    },
    '21606': {
      said: 'The sender cannot send text messages.',
      todo: 'Set TWILIO_FROM to a number or messaging service of this account.',
    },
    '21212': { said: 'The sender is not valid.', todo: 'Check TWILIO_FROM.' },
    '21659': { said: 'The sender is not a number of this account.', todo: 'Check TWILIO_FROM.' },
    '21703': {
      said: 'The messaging service has no sender.',
      todo: 'Add a number to it in the console, or set TWILIO_FROM to one.',
    },
    '21211': { said: 'That is not a number that Twilio can text.', todo: 'Try a mobile number.' },
    '21608': {
      said: 'A trial account texts verified numbers only.',
      todo: 'Verify the number in the console, or upgrade the account.',
    },
    '21610': { said: 'That phone has asked for no more messages.', todo: 'Try another number.' },
    '21408': {
      said: 'Messages to that country are not switched on.',
      todo: 'Switch it on under Messaging, Geo permissions, in the console.',
    },
  },
  mail: {
    '535': {
      said: 'The mail server does not accept user and password.',
      todo: 'Check both in SMTP_URL; special characters are percent-encoded there.',
    },
    '530': {
      said: 'The mail server wants a password, or an encrypted line.',
      todo: 'Put user and password into SMTP_URL, or use smtps://.',
    },
    '550': {
      said: 'The mail server refuses the message.',
      todo: 'May it send from MAIL_FROM? Is the address right?',
    },
    '553': { said: 'The mail server refuses the sender.', todo: 'Is MAIL_FROM an address of this account?' },
    '554': {
      said: 'The mail server refuses the message.',
      todo: 'Its log has the reason: often the sender’s domain or a blocklist.',
    },
    EAUTH: {
      said: 'Signing in to the mail server failed.',
      todo: 'Check user and password in SMTP_URL; special characters are percent-encoded there.',
    },
  },
  payments: {
    HTTP_401: { said: 'Stripe does not accept the key.', todo: 'Check STRIPE_SECRET_KEY: was it rolled?' },
    HTTP_403: {
      said: 'The key may not do this.',
      todo: 'Give the restricted key the rights listed in docs/operating/card-payments.md.',
    },
    api_key_expired: { said: 'The key has expired.', todo: 'Set STRIPE_SECRET_KEY to the new one.' },
    resource_missing: {
      said: 'Stripe does not know what was asked for.',
      todo: 'Is STRIPE_PRICE one of this account, and of the same mode (test or live) as the key?',
    },
    price_inactive: {
      said: 'The price that practices subscribe to is archived.',
      todo: 'Set STRIPE_PRICE to an active price.',
    },
    rate_limit: { said: 'Stripe takes no more calls this second.', todo: theirState.payments },
    balance_insufficient: {
      said: 'The balance at Stripe does not cover a refund.',
      todo: 'Add to the balance in Stripe’s dashboard; the refund is tried again.',
    },
  },
  storage: {
    ENOSPC: { said: 'The disk is full.', todo: 'Make room where FILE_STORAGE_PATH leads.' },
    EDQUOT: { said: 'The quota of the disk is used up.', todo: 'Make room where FILE_STORAGE_PATH leads.' },
    EACCES: {
      said: 'The folder may not be written or read.',
      todo: 'Give FILE_STORAGE_PATH to the user that the server runs as.',
    },
    EPERM: {
      said: 'The folder may not be written or read.',
      todo: 'Give FILE_STORAGE_PATH to the user that the server runs as.',
    },
    EROFS: { said: 'The disk is mounted read-only.', todo: 'Mount FILE_STORAGE_PATH for writing.' },
    ENOTDIR: { said: 'The path leads through a file.', todo: 'Check FILE_STORAGE_PATH.' },
    ENOENT: {
      said: 'The folder, or a file that the database names, is not there.',
      todo: 'Is the disk mounted? Restore FILE_STORAGE_PATH from a backup if files are lost.',
    },
    store_away: {
      said: 'The folder is not the one that files were put into.',
      todo: 'Mount its disk on FILE_STORAGE_PATH; nothing is written into the folder below it meanwhile.',
    },
    EIO: { said: 'The disk fails.', todo: 'Look at the disk’s health; replace it and restore a backup.' },
    NoSuchBucket: { said: 'There is no such bucket.', todo: 'Check S3_BUCKET and S3_REGION.' },
    NoSuchKey: {
      said: 'A file that the database names is not in the bucket.',
      todo: 'Is it the bucket of this installation? Restore lost objects from its versions or a backup.',
    },
    AccessDenied: {
      said: 'The key may not do this in the bucket.',
      todo: 'Allow it to put, get and delete objects of S3_BUCKET.',
    },
    HTTP_403: {
      said: 'The store refuses the key.',
      todo: 'Check S3_ACCESS_KEY and S3_SECRET_KEY, and what they may do in S3_BUCKET.',
    },
    InvalidAccessKeyId: { said: 'The store does not know the key.', todo: 'Check S3_ACCESS_KEY.' },
    SignatureDoesNotMatch: {
      said: 'The store does not accept the signature.',
      todo: 'Check S3_SECRET_KEY and S3_REGION.',
    },
    PermanentRedirect: { said: 'The bucket is in another region.', todo: 'Check S3_REGION.' },
    content_differs: {
      said: 'What is read is not what was written.',
      todo: 'Do all processes use the same folder or bucket?',
    },
  },
};

/** What a code of a provider, or of the network on the way to it, means. */
export function explain(provider: ProviderName, code: string): Explanation {
  const own = known[provider][code];
  if (own) return own;
  const name = names[provider];
  switch (network[code]) {
    case 'refused':
      return { said: `${name} cannot be reached.`, todo: addresses[provider] };
    case 'unknown host':
      return { said: `${name} is not found by its name.`, todo: addresses[provider] };
    case 'silent':
      return { said: `${name} did not answer in time.`, todo: addresses[provider] };
    case 'cut off':
      return { said: `The line to ${lowered(name)} was lost.`, todo: theirState[provider] };
    case 'certificate':
      return {
        said: `The certificate of ${lowered(name)} is not accepted.`,
        todo: 'Look at the certificate of that address.',
      };
    default:
  }
  if (theirTrouble[provider].test(code)) {
    return { said: `${name} has trouble of its own.`, todo: theirState[provider] };
  }
  return {
    said: `${name} refused with ${code}.`,
    todo: 'Look that code up in the provider’s own documentation; the log has the moment.',
  };
}

/** Codes of a provider that has trouble of its own. What a mail server calls 5xx is a refusal. */
const theirTrouble: Record<ProviderName, RegExp> = {
  sms: /^(?:HTTP_5\d\d|205\d\d)$/,
  mail: /^4\d\d$/,
  payments: /^(?:HTTP_5\d\d|api_error)$/,
  storage: /^(?:HTTP_5\d\d|InternalError|ServiceUnavailable|SlowDown)$/,
};

const lowered = (name: string): string => name.replace(/^The /, 'the ');
