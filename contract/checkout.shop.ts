import { z } from 'zod'

import { PersonalData } from '#contract/cart.shop.ts'
import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'

export const earlierDetails = endpoint('earlierDetails', {
  summary: 'Get the name and home address of the latest order',
  description:
    'Used to prefill the form of the next order. Returns null if there is no earlier order.',
  input: z.object({}),
  answer: answerOf(PersonalData.nullable()),
  refusals: {},
})
