import type twilioSdk from 'twilio';
import { SmsUnavailable, type SmsSender } from '../../lib/ports/sms.ts';

interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A number, the name of a sender, or the `MG…` of a messaging service. */
  from: string;
  /** Origin of a stand-in for Twilio. */
  apiUrl?: string | undefined;
  /** How long sending a message may take. */
  limitMs?: number;
}

/** Whoever waits for a code has the form open. */
const usualLimitMs = 5000;

/** How far Twilio's clock, which tells whole seconds, may lie behind ours. */
const clockDifferenceMs = 10_000;

type LoadSdk = () => Promise<{ default: typeof twilioSdk }>;

/**
 * Sends through Twilio. A message is handed over once: trying again could ring the phone twice.
 * @param load the SDK, on first use: it takes 40 MB and a third of a second
 */
export function twilioSender(settings: TwilioSettings, load: LoadSdk = () => import('twilio')): SmsSender {
  let connected: twilioSdk.Twilio | undefined;
  const clientOf = async (): Promise<twilioSdk.Twilio> =>
    // Kept once it is there only, so that a failure to load it is one of this message and not of all to come.
    (connected ??= await load().then(
      (sdk) => connect(sdk, settings),
      () => {
        throw new SmsUnavailable('The SDK of Twilio could not be loaded.', { mayArrive: false });
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
        // Asked for by number only: what waits at Twilio has no moment of sending yet. The newest come first.
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

/** Whether whoever sends can call an address: not one of this machine, which would make Twilio refuse the message. */
const isReachable = (address: string, { apiUrl }: TwilioSettings): boolean =>
  apiUrl !== undefined || !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(address).hostname);

function connect(
  { default: twilio }: Awaited<ReturnType<LoadSdk>>,
  { accountSid, authToken, apiUrl, limitMs }: TwilioSettings,
): twilioSdk.Twilio {
  class Client extends twilio.RequestClient {
    constructor() {
      // A connection that has been quiet may be closed already, and its message must not be sent again.
      super({ keepAlive: false });
      // The SDK's own limit is one of silence: an answer that trickles in would hold the caller for ever.
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
  /** Of Twilio's answer. */
  status?: number;
  /** Twilio's number of the error, or the name that Node gives to one of the network. */
  code?: number | string;
}

/** What the network says when nothing was ever sent. */
const neverLeft = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The person has told Twilio that they want no more messages. */
const optedOutCode = 21_610;

/** Of a number that cannot get this message today or tomorrow, or a text that no phone can get. */
const permanentCodes = new Set<unknown>([
  optedOutCode,
  // No number, no mobile, out of reach from ours, in a country that is not switched on, or not verified for a trial.
  21_211,
  21_214,
  21_217,
  21_265,
  21_408,
  21_608,
  21_612,
  21_614,
  21_635,
  // No text, or one that is too long.
  21_602,
  21_604,
  21_605,
  21_617,
  // The carrier: nobody there, blocked, unknown, a landline, filtered.
  30_003,
  30_004,
  30_005,
  30_006,
  30_007,
]);

/** What failed, for the log: Twilio's own words and the request would repeat the number and the message. */
function failureOf(error: unknown): SmsUnavailable {
  const { status, code = 'unknown' } = (error ?? {}) as Failure;
  if (status) {
    // Whoever answers that it is away has not taken the message; what else went wrong there, nobody knows.
    const mayArrive = status >= 500 && status !== 503;
    return new SmsUnavailable(`Twilio refused a message: HTTP ${status}, code ${code}`, {
      mayArrive,
      isFinal: status < 500 && permanentCodes.has(code),
      isOptedOut: code === optedOutCode,
      providerCode: code === 'unknown' ? `HTTP_${status}` : String(code),
    });
  }
  if (code === 'ERR_CANCELED') {
    return new SmsUnavailable('Twilio did not answer in time.', { mayArrive: true, providerCode: 'TIMEOUT' });
  }
  return new SmsUnavailable(`Twilio could not be reached: ${code}`, {
    mayArrive: !neverLeft.has(code),
    providerCode: String(code),
  });
}
