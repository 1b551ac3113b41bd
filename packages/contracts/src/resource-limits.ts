/** What a resource is: a room, a piece of equipment, or a kennel. */
export const resourceKinds = ['room', 'equipment', 'kennel'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

/** How many active resources a practice can have. */
export const maxResources = 100;
export const maxResourceName = 100;
/** How many appointments can use one resource at the same time. */
export const maxPlaces = 100;

/** How many needs a service can have, and how many resources each can name. */
export const maxNeeds = 5;
export const maxChoicesOfNeed = 20;
/** How many people a service can name. */
export const maxServiceStaff = 200;

export const maxBufferMinutes = 240;
export const maxNoticeHours = 720;
/** How far ahead pet owners can request a service without its own limit. */
export const maxDaysAhead = 730;
