import type twilioSdk from 'twilio';
import { SmsUnavailable, type SmsSender } from './sms.ts';

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

type LoadSdk = () => Promise<{ default: typeof twilioSdk }>;

/**
 * Sends through Twilio. A message is handed over once: trying again could ring the phone twice.
 * @param load the SDK, on first use: it takes 40 MB and a third of a second
 */
export function twilioSender(settings: TwilioSettings, load: LoadSdk = () => import('twilio')): SmsSender {
  let connected: twilioSdk.Twilio | undefined;
  const { from } = settings;
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
  return {
    send: async ({ to, body }) => {
      // Kept once it is there only, so that a failure to load it is one of this message and not of all to come.
      const client = (connected ??= await load().then(
        (sdk) => connect(sdk, settings),
        () => {
          throw new SmsUnavailable('The SDK of Twilio could not be loaded.', { mayArrive: false });
        },
      ));
      try {
        const { sid } = await client.messages.create({ to, body, ...sender });
        return { reference: sid };
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

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

/** What failed, for the log: Twilio's own words and the request would repeat the number and the message. */
function failureOf(error: unknown): SmsUnavailable {
  const { status, code = 'unknown' } = (error ?? {}) as Failure;
  if (status) {
    // Whoever answers that it is away has not taken the message; what else went wrong there, nobody knows.
    const mayArrive = status >= 500 && status !== 503;
    return new SmsUnavailable(`Twilio refused a message: HTTP ${status}, code ${code}`, { mayArrive });
  }
  if (code === 'ERR_CANCELED') {
    return new SmsUnavailable('Twilio did not answer in time.', { mayArrive: true });
  }
  return new SmsUnavailable(`Twilio could not be reached: ${code}`, { mayArrive: !neverLeft.has(code) });
}
