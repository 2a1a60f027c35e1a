import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { STAFF_LANGUAGES } from '#domain/language.ts'

export const channelNames = staffEndpoint('channelNames', {
  summary: 'List your channels with their names, logos, colours and time zones',
  input: z.object({}),
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        time_zone: z.string(),
        /** The image reference of its logo; '' if it has none. */
        logo: z.string(),
        /** The main colour of its theme; '' if it has none. */
        colour: z.string(),
      }),
    ),
  }),
  refusals: {},
})

export const changeLanguage = staffEndpoint('changeLanguage', {
  summary: 'Change the language of the back office for the current user',
  input: z.object({ language: z.enum(STAFF_LANGUAGES) }),
  answer: z.object({}),
  refusals: {},
})
