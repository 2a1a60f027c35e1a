import { z } from 'zod'

import { deskEndpoint } from '#contract/shared/endpoint.staff.ts'

export const channelNames = deskEndpoint('channelNames', {
  summary: 'The channels one works in, by name, and the clocks that each keeps',
  input: z.object({}),
  answer: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string(), time_zone: z.string() })),
  }),
  refusals: {},
})

export const changeLanguage = deskEndpoint('changeLanguage', {
  summary: 'The language that the desk speaks with whoever asks',
  input: z.object({ language: z.enum(['nl', 'en', 'de']) }),
  answer: z.object({}),
  refusals: {},
})
