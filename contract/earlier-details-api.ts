import { z } from 'zod'

import { PersonalData } from '#contract/cart-api.ts'
import { endpoint } from '#contract/endpoint.ts'
import { answerOf } from '#contract/fields.ts'

export const earlierDetails = endpoint('earlierDetails', {
  summary:
    "Name and home address of the holder's latest order, for the form of the next; null without one",
  input: z.object({}),
  answer: answerOf(PersonalData.nullable()),
  refusals: {},
})
