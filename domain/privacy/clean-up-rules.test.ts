import { expect, it } from 'vitest'

import {
  CLEANUP_KINDS,
  type CleanupKind,
  hoursBefore,
  JOB_FILE_HOURS,
  CLEANUP_RULES,
  type CleanupRule,
  retainedSince,
} from './clean-up-rules.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const DAY = 24

const kindsOf = (hours: number) =>
  CLEANUP_KINDS.filter((kind) => CLEANUP_RULES[kind].hours === hours)

it('deletes ended sessions and used challenges at once (DESK-29)', () => {
  expect(kindsOf(0)).toEqual([
    'sessions',
    'staff-sessions',
    'employer-sessions',
    'sign-in-challenges',
    'password-failures',
  ])
})

it('stores personal traces for at most 400 days (DESK-29)', () => {
  expect(Math.max(...CLEANUP_KINDS.map((kind) => CLEANUP_RULES[kind].hours))).toBe(400 * DAY)
  expect(kindsOf(400 * DAY)).toEqual([
    'tokens',
    'known-devices',
    'account-notices',
    'supplier-links',
    'visits',
    'import-rows',
  ])
})

it.each<[CleanupKind, number]>([
  ['session-tickets', 1],
  ['tries', 1],
  ['reset-requests', 2],
  ['presence', DAY],
  ['answers', 2 * DAY],
  ['batch-changes', 8 * DAY],
  ['proposals', 30 * DAY],
  ['webhooks', 30 * DAY],
  ['work', 60 * DAY],
  ['invitations', 90 * DAY],
  ['employer-invitations', 90 * DAY],
  ['password-resets', 90 * DAY],
  ['unreadable-mails', 90 * DAY],
])('stores %s for %d hours', (kind, hours) => {
  expect(CLEANUP_RULES[kind].hours).toBe(hours)
  expect(retainedSince(kind, NOW)).toEqual(hoursBefore(NOW, hours))
})

it('deletes the file of a background job before the job (DESK-13)', () => {
  expect(JOB_FILE_HOURS).toBe(7 * DAY)
  expect(JOB_FILE_HOURS).toBeLessThan(CLEANUP_RULES.work.hours)
})

it('contains each table once', () => {
  const tables = CLEANUP_KINDS.flatMap((kind) => {
    const { rows = {} }: CleanupRule = CLEANUP_RULES[kind]
    return Object.keys(rows)
  })
  expect(new Set(tables).size).toBe(tables.length)
})
