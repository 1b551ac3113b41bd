/** Roles a signed-in caller can have. `customer` is a pet owner; the other three are staff roles in rising order. */
export const roles = ['customer', 'staff', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

/** Rank of a staff role; a customer has none. */
const staffLevel: Record<Role, number> = { customer: 0, staff: 1, admin: 2, superadmin: 3 };

/**
 * Whether a role passes a check for `required`: a staff role passes for its own level and below;
 * superadmin and customer are matched exactly.
 */
export function roleSatisfies(role: Role, required: Role): boolean {
  if (required === 'superadmin' || required === 'customer') return role === required;
  return staffLevel[role] >= staffLevel[required];
}

/** Whether a role sees revenue, which a practice can hide from its staff. Browser and server use the same check. */
export const seesRevenue = (role: Role, isHiddenFromStaff: boolean): boolean =>
  !(isHiddenFromStaff && role === 'staff');

/** Everyone who works at the practice. */
export const practiceStaff: readonly Role[] = ['staff', 'admin'];
/** Those who manage the practice. */
export const practiceAdmins: readonly Role[] = ['admin'];
/** Pet owners only. */
export const customers: readonly Role[] = ['customer'];
/** Anyone with a session. */
export const anySession: readonly Role[] = roles;
