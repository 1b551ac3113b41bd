import type { ProviderName } from '@burrow/contracts/installation';

/** An error in words, and advice. */
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
  sms: 'Check that this server can reach api.twilio.com and that TWILIO_API_URL is unset.',
  mail: 'Check the host and port in SMTP_URL, and that no firewall blocks them.',
  payments: 'Check that this server can reach api.stripe.com and that STRIPE_API_URL is unset.',
  storage: 'Check S3_ENDPOINT, and that no firewall blocks it.',
};

const theirState: Record<ProviderName, string> = {
  sms: 'See status.twilio.com. Messages are queued and retried.',
  mail: 'Check the mail server’s log. Messages are queued and retried.',
  payments: 'See status.stripe.com. Refunds are queued and retried.',
  storage: 'Check the store’s status. Uploads are refused until it works.',
};

/** Network errors, by the stage of the call. */
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

/** A provider's own codes, in words. */
const known: Record<ProviderName, Readonly<Record<string, Explanation>>> = {
  sms: {
    '20003': {
      said: 'Twilio rejected the account or its token.',
      todo: 'Compare TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN with the console, and check that the account isn’t suspended.',
    },
    '20404': { said: 'Twilio doesn’t recognise the account.', todo: 'Check TWILIO_ACCOUNT_SID.' },
    '20429': {
      said: 'Twilio’s rate limit was reached.',
      todo: 'Lower SMS_PER_SECOND, or ask Twilio for a higher limit.',
    },
    '21606': {
      said: 'The sender can’t send text messages.',
      todo: 'Set TWILIO_FROM to a number or messaging service of this account.',
    },
    '21212': { said: 'The sender is not valid.', todo: 'Check TWILIO_FROM.' },
    '21659': { said: 'The sender isn’t a number of this account.', todo: 'Check TWILIO_FROM.' },
    '21703': {
      said: 'The messaging service has no sender.',
      todo: 'Add a number to it in the console, or set TWILIO_FROM to one.',
    },
    '21211': { said: 'Twilio can’t text this number.', todo: 'Try a mobile number.' },
    '21608': {
      said: 'A trial account can only text verified numbers.',
      todo: 'Verify the number in the console, or upgrade the account.',
    },
    '21610': { said: 'This phone has opted out of messages.', todo: 'Try another number.' },
    '21408': {
      said: 'Messages to this country are turned off.',
      todo: 'Turn them on in the console under Messaging → Geo permissions.',
    },
  },
  mail: {
    '535': {
      said: 'The mail server rejected the user or password.',
      todo: 'Check both in SMTP_URL; special characters are percent-encoded there.',
    },
    '530': {
      said: 'The mail server requires a password or an encrypted connection.',
      todo: 'Put the user and password in SMTP_URL, or use smtps://.',
    },
    '550': {
      said: 'The mail server rejected the message.',
      todo: 'Check that it can send from MAIL_FROM and that the address is correct.',
    },
    '553': {
      said: 'The mail server rejected the sender.',
      todo: 'Check that MAIL_FROM is an address of this account.',
    },
    '554': {
      said: 'The mail server rejected the message.',
      todo: 'Check its log: the cause is often the sender’s domain or a blocklist.',
    },
    EAUTH: {
      said: 'Signing in to the mail server failed.',
      todo: 'Check the user and password in SMTP_URL; special characters are percent-encoded there.',
    },
  },
  payments: {
    HTTP_401: { said: 'Stripe rejected the key.', todo: 'Check STRIPE_SECRET_KEY: it may have been rolled.' },
    HTTP_403: {
      said: 'The key doesn’t have permission to do this.',
      todo: 'Give the restricted key the permissions listed in docs/operating/card-payments.md.',
    },
    api_key_expired: { said: 'The key has expired.', todo: 'Set STRIPE_SECRET_KEY to the new one.' },
    resource_missing: {
      said: 'Stripe couldn’t find the object requested.',
      todo: 'Check that STRIPE_PRICE belongs to this account and to the same mode (test or live) as the key.',
    },
    price_inactive: {
      said: 'The price that practices subscribe to is archived.',
      todo: 'Set STRIPE_PRICE to an active price.',
    },
    rate_limit: { said: 'Stripe’s rate limit was reached.', todo: theirState.payments },
    balance_insufficient: {
      said: 'The Stripe balance doesn’t cover a refund.',
      todo: 'Top up the balance in Stripe’s dashboard; the refund will be retried.',
    },
  },
  storage: {
    ENOSPC: { said: 'The disk is full.', todo: 'Free some space at FILE_STORAGE_PATH.' },
    EDQUOT: { said: 'The disk quota is full.', todo: 'Free some space at FILE_STORAGE_PATH.' },
    EACCES: {
      said: 'The folder can’t be read or written.',
      todo: 'Give the server’s user access to FILE_STORAGE_PATH.',
    },
    EPERM: {
      said: 'The folder can’t be read or written.',
      todo: 'Give the server’s user access to FILE_STORAGE_PATH.',
    },
    EROFS: { said: 'The disk is mounted read-only.', todo: 'Mount FILE_STORAGE_PATH for writing.' },
    ENOTDIR: { said: 'Part of the path is a file, not a folder.', todo: 'Check FILE_STORAGE_PATH.' },
    ENOENT: {
      said: 'The folder, or a file listed in the database, is missing.',
      todo: 'Check that the disk is mounted. If files are lost, restore FILE_STORAGE_PATH from a backup.',
    },
    store_away: {
      said: 'This isn’t the folder that files were stored in.',
      todo: 'Mount its disk at FILE_STORAGE_PATH. Nothing is written until then.',
    },
    EIO: { said: 'The disk has failed.', todo: 'Check the disk’s health; replace it and restore a backup.' },
    NoSuchBucket: { said: 'The bucket doesn’t exist.', todo: 'Check S3_BUCKET and S3_REGION.' },
    NoSuchKey: {
      said: 'A file listed in the database is missing from the bucket.',
      todo: 'Check that it is this installation’s bucket. Restore lost objects from its versions or a backup.',
    },
    AccessDenied: {
      said: 'The key doesn’t have permission to do this in the bucket.',
      todo: 'Allow it to put, get and delete objects in S3_BUCKET, and to list the bucket.',
    },
    HTTP_403: {
      said: 'The store rejected the key.',
      todo: 'Check S3_ACCESS_KEY and S3_SECRET_KEY, and their permissions in S3_BUCKET.',
    },
    InvalidAccessKeyId: { said: 'The store doesn’t recognise the key.', todo: 'Check S3_ACCESS_KEY.' },
    SignatureDoesNotMatch: {
      said: 'The store rejected the signature.',
      todo: 'Check S3_SECRET_KEY and S3_REGION.',
    },
    PermanentRedirect: { said: 'The bucket is in another region.', todo: 'Check S3_REGION.' },
    content_differs: {
      said: 'The data read differs from the data written.',
      todo: 'Check that all processes use the same folder or bucket.',
    },
  },
};

/** The meaning of a code of a provider, or of the network. */
export function explain(provider: ProviderName, code: string): Explanation {
  const own = known[provider][code];
  if (own) return own;
  const name = names[provider];
  switch (network[code]) {
    case 'refused':
      return { said: `${name} can’t be reached.`, todo: addresses[provider] };
    case 'unknown host':
      return { said: `${name} can’t be found in DNS.`, todo: addresses[provider] };
    case 'silent':
      return { said: `${name} didn’t respond in time.`, todo: addresses[provider] };
    case 'cut off':
      return { said: `The connection to ${lowered(name)} was lost.`, todo: theirState[provider] };
    case 'certificate':
      return {
        said: `The certificate of ${lowered(name)} isn’t valid.`,
        todo: 'Check the certificate of that address.',
      };
    default:
  }
  if (theirTrouble[provider].test(code)) {
    return { said: `${name} has a problem.`, todo: theirState[provider] };
  }
  return {
    said: `${name} refused with ${code}.`,
    todo: 'Look up that code in the provider’s documentation; the log has the time.',
  };
}

/** Codes for a provider's own trouble. A mail server's 5xx is a refusal. */
const theirTrouble: Record<ProviderName, RegExp> = {
  sms: /^(?:HTTP_5\d\d|205\d\d)$/,
  mail: /^4\d\d$/,
  payments: /^(?:HTTP_5\d\d|api_error)$/,
  storage: /^(?:HTTP_5\d\d|InternalError|ServiceUnavailable|SlowDown)$/,
};

const lowered = (name: string): string => name.replace(/^The /, 'the ');
