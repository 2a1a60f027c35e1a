import type { Permission } from '#domain/staff/permissions.ts'

/**
 * One call of the back office: its method, its address, and what whoever makes it needs.
 *
 * needs: a permission of `domain/staff/permissions.ts`; 'signed-in' for whoever is in; 'nobody' for the door itself.
 * channel: 'own' where the asker's channels limit what is found, which is then 404 elsewhere.
 * beforeFactor: answered also to whoever still has to set up or show the second factor that their role needs.
 * noToken: only by a person who is signed in.
 * recent: only within 10 minutes of a sign-in (`RECENT_SIGN_IN_MINUTES`), and never by a token.
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
