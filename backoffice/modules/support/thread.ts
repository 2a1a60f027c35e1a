import type { StaffResponse } from '#contract/client.staff.ts'

export type Thread = StaffResponse<'requestThread'>
export type ThreadMessage = Thread['messages'][number]
