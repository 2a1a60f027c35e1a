import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { EmployerKey } from '#employer-portal/i18n/employer-message-keys.ts'
import { callEmployer } from '#employer-portal/api/portal-client.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import {
  type PortalTranslate,
  usePortalTranslate,
} from '#employer-portal/i18n/employer-translator.tsx'
import type { EmployerAnswer, EmployerInput } from '#contract/client.employer.ts'
import type { EmployerReason } from '#contract/shared/refusals.employer.ts'
import type { EmployerCallName } from '#contract/paths.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { MOST_BATCH_POINTS_ALONE, MOST_EMPLOYER_POINTS } from '#domain/approvals/staff-limits.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

/**
 * One write with its states: busy, refused with a message, or done and announced once. Then all queries are
 * refetched.
 */
export function useEmployerAction<Name extends EmployerCallName>(name: Name) {
  const t = usePortalTranslate()
  const failureText = useFailureTexts()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)

  async function run(
    input: EmployerInput<Name>,
    resultText: (answer: EmployerAnswer<Name>) => string | null,
  ): Promise<EmployerAnswer<Name> | null> {
    if (busy) return null
    setBusy(true)
    setFailure(null)
    setDone(null)
    try {
      const outcome = await callEmployer(name, input)
      if (refused(outcome)) {
        setFailure(refusalText(t, outcome.refused))
        if (outcome.refused === 'changed-since') await queries.invalidateQueries()
        return null
      }
      void queries.invalidateQueries()
      const sentence = resultText(outcome)
      setDone(sentence)
      if (sentence !== null) announce(sentence)
      return outcome
    } catch (error) {
      setFailure(failureText(error))
      return null
    } finally {
      setBusy(false)
    }
  }

  /** Clears the result when another action starts. */
  function erase() {
    setFailure(null)
    setDone(null)
  }

  return { run, busy, failure: failure, done, erase }
}

/** The type makes the list complete: a reason without a message does not compile. */
const REFUSAL_KEYS: Record<EmployerReason, EmployerKey> = {
  'invalid-input': 'wrong.input',
  'no-session': 'wrong.no-session',
  'foreign-write': 'wrong.foreign-write',
  'not-found': 'wrong.changed',
  'too-large': 'wrong.too-large',
  'too-many-requests': 'wrong.too-many-requests',
  unavailable: 'wrong.unavailable',
  'too-many-attempts': 'wrong.too-many-attempts',
  'second-factor': 'wrong.sign-in',
  'wrong-sign-in': 'wrong.sign-in',
  'invitation-over': 'invitationOver',
  'wrong-password': 'wrong.wrong-password',
  'weak-password': 'wrong.weak-password',
  'wrong-code': 'wrong.wrong-code',
  'wrong-passkey': 'wrong.wrong-passkey',
  'factor-is-set': 'wrong.changed',
  'no-factor': 'wrong.changed',
  'over-budget': 'wrong.over-budget',
  'over-limit': 'wrong.over-limit',
  'has-one-already': 'wrong.has-one-already',
  'batch-undone': 'wrong.closed',
  'waits-for-second': 'wrong.closed',
  'batch-over': 'wrong.closed',
  'being-made': 'wrong.under-way',
  'codes-under-way': 'wrong.under-way',
  'changed-since': 'wrong.changed',
  'no-longer-possible': 'wrong.changed',
  'reminded-lately': 'wrong.reminded-lately',
}

/** The values for placeholders in the sentence. */
const LIMITS = { points: MOST_EMPLOYER_POINTS, most: MOST_BATCH_POINTS_ALONE }

/** The message of a refusal. A server newer than the page may refuse for an unknown reason. */
export const refusalText = (t: PortalTranslate, reason: string): string =>
  t(Object.hasOwn(REFUSAL_KEYS, reason) ? REFUSAL_KEYS[reason as EmployerReason] : 'failed', LIMITS)
