import type { DeskReason } from '#contract/desk/desk-refusal.ts'

/** What the writer of a client reads; the desk's own pages choose their words by the code. */
export const DESK_REFUSAL_MESSAGES: Record<DeskReason, string> = {
  'invalid-input': 'The input cannot be used.',
  'no-session': 'Sign in first.',
  'not-allowed': 'Your role may not do this.',
  'foreign-write': 'A write needs the header X-Desk: 1, and has to come from the desk itself.',
  'not-found': 'There is no such thing, or it lies outside your channels.',
  'too-large': 'This is more than the desk takes.',
  'too-many-requests': 'Too many requests: wait a moment.',
  unavailable: 'A part of the shop is down for the moment.',
  'wrong-sign-in': 'This e-mail address, password and code do not belong together.',
  'too-many-attempts': 'Too many attempts: a moment of work is asked for first.',
  'wrong-password': 'This is not your password.',
  'wrong-code': 'This is not a code of the app, or one that was used before.',
  'factor-is-set': 'An app is set already: remove it first.',
  'no-factor': 'No app is set.',
  'changed-since': 'Somebody changed this since it was read: read it again.',
  'last-owner': 'The last owner stays: make somebody else an owner first.',
  'unknown-channel': 'There is no such channel.',
  'is-here': 'This address has access already.',
  'invitation-over': 'This invitation was used, replaced or not used in time.',
  'name-taken': 'A view of this name is there already.',
  'needs-channel': 'Everybody but an owner needs at least one channel.',
}
