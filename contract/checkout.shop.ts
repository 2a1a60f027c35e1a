import { z } from 'zod'

import { PersonalData } from '#contract/cart.shop.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'

export const earlierDetails = endpoint('earlierDetails', {
  summary:
    "Name and home address of the holder's latest order, for the form of the next; null without one",
  input: z.object({}),
  answer: answerOf(PersonalData.nullable()),
  refusals: {},
})
