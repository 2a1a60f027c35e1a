import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { withIdempotencyKey } from '#backoffice/kit/api/idempotency-keys.ts'
import { callBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'
import { type StaffCallName, isRemembered } from '#contract/paths.staff.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

/** Refusals that mean that the page shows an earlier state: its data is read again. */
const OUTDATED: readonly string[] = [
  'changed-since',
  'count-differs',
  'done-already',
  'factor-is-set',
]

/**
 * One write from a form or a button: in progress, refused with a text, or done with one confirmation. Shown data is
 * read again afterwards, also after a conflict with another user. A retry after a lost response does not create a
 * second object.
 */
export function useAction<Name extends StaffCallName>(
  name: Name,
  {
    done,
    follows = [],
  }: {
    done?: (answer: StaffResponse<Name>) => string | null
    /**
     * Input that the page shows and that changes with the action, such as a version or a remaining amount. A retry
     * after a lost response sends the original values.
     */
    follows?: readonly (keyof StaffInput<Name> & string)[]
  } = {},
) {
  const failureText = useFailureTexts()
  const notify = useNotify()
  const refusalText = useRefusalTexts()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{
    sentence: string
    refusal: Refusal<string> | null
  } | null>(null)

  async function run(input: StaffInput<Name>): Promise<StaffResponse<Name> | null> {
    if (busy) return null
    setBusy(true)
    setFailure(null)
    try {
      const remembered = isRemembered(name)
      const outcome =
        remembered || follows.length > 0
          ? await withIdempotencyKey(name, input, follows, (sent, key) =>
              callBackoffice(name, sent, remembered ? key : undefined),
            )
          : await callBackoffice(name, input)
      if (refused(outcome)) {
        setFailure({ sentence: refusalText(outcome), refusal: outcome })
        if (OUTDATED.includes(outcome.refused)) await queries.invalidateQueries()
        return null
      }
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
      const sentence = done?.(outcome)
      if (sentence) notify(sentence)
      return outcome
    } catch (error) {
      setFailure({ sentence: failureText(error), refusal: null })
      return null
    } finally {
      setBusy(false)
    }
  }

  return {
    run,
    busy,
    failure: failure?.sentence ?? null,
    refusal: failure?.refusal ?? null,
    /** The call failed without an answer, so the outcome may be unknown. */
    isOutcomeUnknown: failure !== null && failure.refusal === null,
    /** Clears the error, because the user is correcting the input. */
    clearError: () => setFailure(null),
  }
}
