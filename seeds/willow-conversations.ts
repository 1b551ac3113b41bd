import { addDays } from '../packages/contracts/src/calendar-day.ts';
import { ownWords, type MessageChannel } from '../packages/contracts/src/message-text.ts';
import { instantOf } from '../apps/api/src/lib/clock.ts';
import { internationalPhone } from '../apps/api/src/lib/phone-number.ts';
import { insertRows, type OwnerDb } from '../packages/dev/src/factory-insert.ts';
import type { ClientRow, Columns, CommsRow } from '../packages/dev/src/factory-rows.ts';
import type { Patient } from './willow-animals.ts';
import type { Colleague } from './willow-offer.ts';

/** One message: how many days ago, at what time, who wrote it (null: the client), and its words about an animal. */
type Line = readonly [days: number, time: string, author: string | null, words: (animal: string) => string];

interface Story {
  lines: readonly Line[];
  /** Of emails; texts have none. */
  subject?: (animal: string) => string;
  unread?: true;
  assignee?: string;
}

/** The first is that of the demo's pet owner. */
const stories: readonly Story[] = [
  {
    lines: [
      [
        3,
        '14:05',
        null,
        (animal) => `Hi, ${animal} has left half his breakfast two days running. Should I worry?`,
      ],
      [
        3,
        '14:21',
        'sam@willow.demo',
        (animal) =>
          `Hi! If ${animal} is bright and drinking, try chicken and rice for two days. If he is sick or stops drinking, please call us straight away. Sam, Willow Vets`,
      ],
      [2, '10:12', null, () => 'Thank you! He cleared his bowl this morning.'],
      [
        2,
        '10:30',
        'sam@willow.demo',
        () => 'Lovely news. Back to his usual food over the next two days, then. Sam, Willow Vets',
      ],
    ],
  },
  {
    unread: true,
    lines: [
      [
        1,
        '15:48',
        'megan@willow.demo',
        (animal) =>
          `Hi, ${animal}'s tablets have arrived and are at reception. We're open until 18:00. Willow Vets`,
      ],
      [1, '16:40', null, () => 'Great, thanks. Can they be given with food? My husband will collect them.'],
    ],
  },
  {
    unread: true,
    assignee: 'sam@willow.demo',
    lines: [
      [
        2,
        '11:02',
        null,
        (animal) => `${animal} keeps licking at the stitches. Is a T-shirt OK instead of the cone?`,
      ],
      [
        2,
        '11:40',
        'priya@willow.demo',
        (animal) =>
          `A snug T-shirt is fine as long as ${animal} can't reach the wound. Could you send us a photo? Priya`,
      ],
      [1, '17:15', null, () => 'It looks a bit redder today. Photo uploaded in the portal just now.'],
    ],
  },
  {
    assignee: 'admin@willow.demo',
    subject: (animal) => `${animal}'s insurance claim`,
    lines: [
      [
        5,
        '09:20',
        'admin@willow.demo',
        (animal) =>
          `Hello,\n\nwe have sent the claim form and ${animal}'s records to your insurer today. They usually answer within ten working days and may ask you for the policy number.\n\nKind regards,\nHannah Whitlock\nWillow Vets`,
      ],
    ],
  },
];

interface Talk {
  client: ClientRow;
  animal: string;
}

/** The demo's pet owner, and clients who get texts and emails, each with an animal. */
function talksOf(clients: readonly ClientRow[], patients: readonly Patient[]): Talk[] {
  return clients.flatMap((client) => {
    const animal = patients.find(({ row }) => row.client_id === client.id && row.active)?.row.name;
    const isReached =
      client.phone !== null && client.email !== null && client.likes_sms && client.likes_email;
    return animal !== undefined && isReached && client.archived_at === null ? [{ client, animal }] : [];
  });
}

const messageOf = (
  { client, animal }: Talk,
  { subject }: Story,
  [days, time, author, words]: Line,
  { today, userIds }: { today: string; userIds: ReadonlyMap<string, number> },
): Columns<CommsRow> => {
  const at = instantOf({ date: addDays(today, -days), time }, 'Europe/London');
  if (at === null) throw new Error(`There is no ${time} on that day.`);
  const type: MessageChannel = subject ? 'email' : 'sms';
  const isOut = author !== null;
  return {
    tenant_id: client.tenant_id,
    client_id: client.id,
    type,
    direction: isOut ? 'out' : 'in',
    kind: isOut ? ownWords : null,
    author_id: isOut ? (userIds.get(author) ?? null) : null,
    status: isOut && type === 'email' ? 'sent' : 'confirmed',
    recipient:
      type === 'email' ? (client.email ?? '') : (internationalPhone(client.phone ?? '', 'en-GB') ?? ''),
    subject: subject ? subject(animal) : null,
    body: words(animal),
    provider: type === 'email' ? 'smtp' : 'twilio',
    sent_at: isOut ? at : null,
    created_at: at,
    updated_at: at,
  };
};

/** Conversations of Willow Vets with a few clients: answered, unread and assigned. All of it was sent before. */
export async function insertConversations(
  db: OwnerDb,
  tenantId: number,
  {
    clients,
    patients,
    staffIds,
    today,
  }: {
    clients: readonly ClientRow[];
    patients: readonly Patient[];
    staffIds: ReadonlyMap<Colleague, number>;
    today: string;
  },
): Promise<void> {
  const userIds = new Map([...staffIds].map(([{ email }, id]) => [email, id]));
  const talks = talksOf(clients, patients);
  const held = stories.flatMap((story, index) => {
    const talk = talks[index * 7];
    return talk ? [{ story, talk }] : [];
  });
  const messages = held.flatMap(({ story, talk }) =>
    story.lines.map((line) => messageOf(talk, story, line, { today, userIds })),
  );
  await insertRows(db, 'comms', messages);
  for (const { story, talk } of held) {
    await db.query({
      text: `update conversations set assignee_id = $3, unread_at = case when $4 then unread_at end
             where tenant_id = $1 and client_id = $2`,
      values: [tenantId, talk.client.id, userIds.get(story.assignee ?? '') ?? null, story.unread === true],
    });
  }
}
