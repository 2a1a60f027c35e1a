import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import {
  filterInput,
  isPickedOrFound,
  listAnswer,
  listInput,
  pickedOrFound,
} from '#contract/shared/list-input.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

const id = z.string().regex(/^\d{1,15}$/)
const channels = z.array(z.string().regex(/^\d{1,10}$/)).max(10_000)

export const StaffMember = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  language: z.enum(STAFF_LANGUAGES),
  channels: z.array(z.string()),
  second_factor: z.boolean(),
  seen_at: z.iso.datetime().nullable(),
  added_at: z.iso.datetime(),
  left_at: z.iso.datetime().nullable(),
  version: z.int(),
})

/** Also the filters of bulk actions. */
const StaffFilters = z.object(filterInput('staff'))

export const staff = staffEndpoint('staff', {
  summary: 'List current and former staff',
  input: z.object({
    ...listInput(['name', 'role', 'seen_at', 'added_at']),
    ...StaffFilters.shape,
  }),
  answer: listAnswer(StaffMember),
  refusals: {},
})
export const changeStaff = staffEndpoint('changeStaff', {
  summary: 'Change the name, role or channels of a colleague',
  description: 'A changed role ends the sessions of the colleague.',
  input: z.object({
    id,
    version: z.int(),
    name: z.string().trim().min(1).max(200),
    role: z.enum(ROLES),
    channels,
    /** Required when the person becomes an owner. */
    reason: z.string().trim().max(500).default(''),
  }),
  answer: StaffMember.extend({
    /** The approval request for a new owner. Until another owner approves, nothing changes. */
    approval: z.string().nullable(),
  }),
  refusals: {
    'reason-missing': 409,
    'is-asked': 409,
    'no-longer-possible': 409,
    'changed-since': 409,
    'last-owner': 409,
    'unknown-channel': 409,
    'needs-channel': 409,
  },
})

export const removeStaff = staffEndpoint('removeStaff', {
  summary: 'Remove a colleague with all sessions, tokens and factors',
  input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
  answer: z.object({}),
  refusals: { 'last-owner': 409 },
})

export const endStaffSessions = staffEndpoint('endStaffSessions', {
  summary: 'End all sessions and API tokens of a colleague',
  input: z.object({ id, reason: z.string().trim().min(1).max(500) }),
  answer: z.object({ ended: z.int(), tokens: z.int() }),
  refusals: {},
})

export const endSessionsOfUsers = staffEndpoint('endSessionsOfUsers', {
  summary: 'End the sessions and API tokens of several colleagues',
  description: 'The current session stays.',
  input: z
    .object({
      ...pickedOrFound(/^\d{1,15}$/, StaffFilters.shape),
      reason: z.string().trim().min(1).max(500),
    })
    .refine(isPickedOrFound, 'needs ids or found'),
  answer: z.object({ colleagues: z.int(), ended: z.int(), tokens: z.int() }),
  refusals: { 'changed-since': 409 },
})
