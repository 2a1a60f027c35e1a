import type { Permission } from '#domain/staff/permissions.ts'

/**
 * One call of the back office: method, path and requirements. needs: a permission of `domain/staff/permissions.ts`;
 * 'signed-in' for all signed-in users; 'nobody' for the sign-in itself. channel: 'own' limits results to the user's
 * channels, other ids return 404. beforeFactor: allowed before the two-factor authentication that the role requires.
 * noToken: signed-in users only. recent: only within 10 minutes of a sign-in (`RECENT_SIGN_IN_MINUTES`), never with a
 * token.
 */
export type StaffPath = {
  method: StaffMethod
  path: string
  needs: StaffNeed
  channel: 'own' | 'none'
  noToken?: true
  recent?: true
  beforeFactor?: true
}

export const RECENT_SIGN_IN_MINUTES = 10
export type StaffMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type StaffNeed = Permission | 'signed-in' | 'nobody'
