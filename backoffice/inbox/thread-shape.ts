import type { DeskAnswer } from '#contract/desk/desk-call.ts'

export type Thread = DeskAnswer<'requestThread'>
export type ThreadMessage = Thread['messages'][number]
