// Free of zod: server and web app share these.

export const careUnits = ['days', 'weeks', 'months'] as const;
export type CareUnit = (typeof careUnits)[number];

/**
 * due: no message was sent; told: the client was written to; booked: an appointment is upcoming. Then it ends: done, dismissed by
 * the practice or the client, or stopped because the animal or its client was archived.
 */
export const careStates = ['due', 'told', 'booked', 'done', 'dismissed', 'stopped'] as const;
export type CareState = (typeof careStates)[number];

/** given: follows from giving it before; plan: from the animal's age; hand: set by staff or imported. */
export const careOrigins = ['given', 'plan', 'hand'] as const;

/** How many care types a practice has at most, without archived ones. */
export const maxCareTypes = 100;
/** How far away a due date may be, in days: a mistyped year is refused. */
export const farthestDue = 3660;
/** How many messages a due date leads to at most. */
export const maxSteps = 4;
/** The days before and after a due date on which a message is sent, unless the practice says otherwise. */
export const usualSteps: readonly number[] = [-30, -7, 0, 30];
export const usualCancelAfter = 90;
/** A household gets at most one recall in so many days. */
export const recallEveryDays = 7;

/** Something is called due, rather than not due yet, from this many days before. */
export const dueSoonDays = 30;
/** How long the link in a recall works. */
export const recallLinkDays = 30;
/** Within how many days after a recall an appointment counts as booked because of it. */
export const recallBookedDays = 60;

/** Why a client would get no recall. */
export const recallObstacles = ['archived', 'opted_out', 'no_channel', 'this_week', 'overdue'] as const;
export type RecallObstacle = (typeof recallObstacles)[number];

/** How many appointments a client requests at once. */
export const maxBookedTogether = 6;
