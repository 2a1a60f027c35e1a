import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'

/** For the events of the stream see `live-event.ts`. */
export const live = staffEndpoint('live', {
  summary: 'Stream changes as server-sent events',
  description: 'The stream ends with the session.',
  input: z.object({
    /** Milliseconds since the page opened. The stream starts with the changes since then. */
    age: z.coerce.number().int().min(0).max(1e9).optional(),
  }),
  answer: z.object({}),
  refusals: {},
})

const place = {
  /** The audit's name for the page's subject: 'release 12'. */
  subject: z.string().regex(/^[a-z][\w .:/-]{0,199}$/i),
  /** One open page of a browser. */
  tab: z.uuid(),
}

export const reportPresence = staffEndpoint('reportPresence', {
  summary: 'Report an open page',
  description: 'Returns the colleagues who have the same page open.',
  input: z.object(place),
  answer: z.object({
    others: z.array(z.object({ id: z.string(), name: z.string(), since: z.iso.datetime() })),
    /** The same colleague has it open elsewhere. */
    elsewhere: z.boolean(),
  }),
  refusals: {},
})

export const clearPresence = staffEndpoint('clearPresence', {
  summary: 'Report that a page was closed',
  input: z.object(place),
  answer: z.object({}),
  refusals: {},
})
