import type twilioSdk from 'twilio';
import { SmsUnavailable, type SmsSender } from '../../lib/ports/sms.ts';

interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number, an alphanumeric sender, or the `MG…` of a messaging service. */
  from: string;
  /** Origin of the stand-in for Twilio. */
  apiUrl?: string | undefined;
  /** The timeout of sending a message. */
  limitMs?: number;
}

/** A person who waits for a code is at the form. */
const usualLimitMs = 5000;

/** How far Twilio's clock, which has whole seconds, may be behind ours. */
const clockDifferenceMs = 10_000;

type LoadSdk = () => Promise<{ default: typeof twilioSdk }>;

/**
 * Sends through Twilio. A message is sent once: a retry could make the phone ring twice.
 * @param load the SDK, on first use: it takes 40 MB and a third of a second
 */
export function twilioSender(settings: TwilioSettings, load: LoadSdk = () => import('twilio')): SmsSender {
  let connected: twilioSdk.Twilio | undefined;
  const clientOf = async (): Promise<twilioSdk.Twilio> =>
    // Kept only once loaded, so that a failed load affects one message only.
    (connected ??= await load().then(
      (sdk) => connect(sdk, settings),
      () => {
        throw new SmsUnavailable('The Twilio SDK could not be loaded.', { mayArrive: false });
      },
    ));
  const { from } = settings;
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
  return {
    isConfigured: true,
    find: async ({ to, body }, since) => {
      const client = await clientOf();
      const earliest = since.getTime() - clockDifferenceMs;
      try {
        // Filtered by number only: a message queued at Twilio has no sending time yet. The newest come first.
        const messages = await client.messages.list({ to, limit: 50 });
        const found = messages.find(
          (message) => message.body.trim() === body.trim() && message.dateCreated.getTime() >= earliest,
        );
        return found ? { reference: found.sid } : null;
      } catch (error) {
        throw failureOf(error);
      }
    },
    send: async ({ to, body, statusCallback }) => {
      const client = await clientOf();
      try {
        const { sid } = await client.messages.create({
          to,
          body,
          ...sender,
          ...(statusCallback && isReachable(statusCallback, settings) ? { statusCallback } : {}),
        });
        return { reference: sid };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** Whether the provider can reach an address: not a local one, for which Twilio would refuse the message. */
const isReachable = (address: string, { apiUrl }: TwilioSettings): boolean =>
  apiUrl !== undefined || !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);

function connect(
  { default: twilio }: Awaited<ReturnType<LoadSdk>>,
  { accountSid, authToken, apiUrl, limitMs }: TwilioSettings,
): twilioSdk.Twilio {
  class Client extends twilio.RequestClient {
    constructor() {
      // An idle connection may be closed already, and its message must not be sent again.
      super({ keepAlive: false });
      // The SDK's own timeout covers silence: an answer that trickles in would block the caller for ever.
      this.axios.interceptors.request.use((config) => ({
        ...config,
        signal: AbortSignal.timeout(limitMs ?? usualLimitMs),
      }));
    }

    override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) => {
      if (!apiUrl) return super.request(options);
      const { pathname, search } = new URL(options.uri);
      return super.request({ ...options, uri: new URL(`${pathname}${search}`, apiUrl).href });
    };
  }
  return twilio(accountSid, authToken, { httpClient: new Client() });
}

interface Failure {
  /** The status of Twilio's answer. */
  status?: number;
  /** Twilio's error code, or Node's network error. */
  code?: number | string;
}

/** Network errors before anything was sent. */
const neverLeft = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The person has opted out at Twilio. */
const optedOutCode = 21_610;

/** For a number that cannot get this message now or later, or a text that no phone can get. */
const permanentCodes = new Set<unknown>([
  optedOutCode,
  // Invalid, no mobile, unreachable from our number, in a disabled country, or not verified for a trial.
  21_211,
  21_214,
  21_217,
  21_265,
  21_408,
  21_608,
  21_612,
  21_614,
  21_635,
  // An empty text, or one that is too long.
  21_602,
  21_604,
  21_605,
  21_617,
  // From the carrier: no subscriber, blocked, unknown, a landline, filtered.
  30_003,
  30_004,
  30_005,
  30_006,
  30_007,
]);

/** The failure for the log: Twilio's own message and the request would repeat the number and the text. */
function failureOf(error: unknown): SmsUnavailable {
  const { status, code = 'unknown' } = (error ?? {}) as Failure;
  if (status) {
    // An unavailable provider has not accepted the message; after any other failure that is unknown.
    const mayArrive = status >= 500 && status !== 503;
    return new SmsUnavailable(`Twilio refused a message: HTTP ${status}, code ${code}`, {
      mayArrive,
      isFinal: status < 500 && permanentCodes.has(code),
      isOptedOut: code === optedOutCode,
      providerCode: code === 'unknown' ? `HTTP_${status}` : String(code),
    });
  }
  if (code === 'ERR_CANCELED') {
    return new SmsUnavailable('Twilio did not respond in time.', {
      mayArrive: true,
      providerCode: 'TIMEOUT',
    });
  }
  return new SmsUnavailable(`Twilio could not be reached: ${code}`, {
    mayArrive: !neverLeft.has(code),
    providerCode: String(code),
  });
}
