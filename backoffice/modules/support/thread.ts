import type { DeskAnswer } from '#contract/client.staff.ts'

export type Thread = DeskAnswer<'requestThread'>
export type ThreadMessage = Thread['messages'][number]
