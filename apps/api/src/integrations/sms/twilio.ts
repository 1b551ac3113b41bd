import type { Twilio } from 'twilio';
import { AppError } from '../../lib/app-error.ts';
import type { SmsSender } from './sms.ts';

export interface TwilioSettings {
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

/** Sends through Twilio. A message is handed over once: trying again could ring the phone twice. */
export function twilioSender(settings: TwilioSettings): SmsSender {
  // Loaded on first use: the SDK takes 40 MB and a third of a second.
  let loaded: Promise<Twilio> | undefined;
  const { from } = settings;
  const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from };
  return {
    send: async ({ to, body }) => {
      const client = await (loaded ??= connect(settings));
      try {
        const { sid } = await client.messages.create({ to, body, ...sender });
        return { reference: sid };
      } catch (error) {
        throw new AppError('sms_unavailable', {}, { cause: new Error(reasonOf(error)) });
      }
    },
  };
}

async function connect({ accountSid, authToken, apiUrl, limitMs }: TwilioSettings): Promise<Twilio> {
  const { default: twilio } = await import('twilio');
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

/** What failed, for the log: Twilio's own words and the request would repeat the number and the message. */
function reasonOf(error: unknown): string {
  const { status, code = 'unknown' } = (error ?? {}) as Failure;
  if (status) return `Twilio refused a message: HTTP ${status}, code ${code}`;
  if (code === 'ERR_CANCELED') return 'Twilio did not answer in time.';
  return `Twilio could not be reached: ${code}`;
}
