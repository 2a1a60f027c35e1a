import { queryOptions } from '@tanstack/react-query'

import { type CommonRefusal, type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { REPLACEMENT_TOKEN } from '#domain/orders/replacement.ts'
import type { Language } from '#domain/language.ts'
import { call, Refused } from '#storefront/api/shop-client.ts'

/** The replacement offer of a link; null for an invalid one. */
export const choiceQuery = (token: string, language: Language) =>
  queryOptions({
    queryKey: ['choice', token, language],
    queryFn: async () => {
      // An incomplete token cannot match, so no request is needed.
      if (!REPLACEMENT_TOKEN.test(token)) return null
      const outcome = await call('choice', { token, language })
      if (refused(outcome, 'no-such-choice') || refused(outcome, 'invalid-input')) return null
      // The reason of a missing offer is handled above.
      if (refused(outcome)) throw new Refused(outcome as Refusal<CommonRefusal>)
      return outcome.response
    },
  })
