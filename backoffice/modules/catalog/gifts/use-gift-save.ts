import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useFailureTexts } from '#backoffice/kit/api/use-failure-texts.ts'
import { useRefusalTexts } from '#backoffice/kit/api/use-refusal-texts.ts'
import { useNotify } from '#backoffice/kit/dialogs/ResultMessages.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'

export type Gift = StaffResponse<'gift'>

/** A part of the gift page with unsaved input. Each part is one call and succeeds or fails on its own. */
export type GiftPart = {
  key: string
  /** Its name in the save bar. */
  name: string
  /** The card with its fields. */
  anchor: string
  /** Shows the fields if the card does not show them already. */
  open?: () => void
  /** Why it cannot be sent yet. */
  issue?: string | null
  /** `version`: the version of the shared fields that the user saw, or that this save wrote. */
  send: (version: number) => Promise<Gift | Refusal<string>>
  /** Clears the input and returns a function that restores it. */
  clear: () => () => void
}

type FailedPart = Pick<GiftPart, 'key' | 'name' | 'anchor' | 'open'> & { message: string }

/** Parts that write the shared fields and so change their version. They are saved first. */
const SHARED_PARTS = ['facts', 'pictures', 'articles']

/**
 * Saves all parts of a gift, one after the other. A part that fails keeps its input and is named with its reason. The
 * other parts are still saved.
 */
export function useGiftSave(gift: Gift) {
  const t = useTranslate()
  const refusalText = useRefusalTexts()
  const failureText = useFailureTexts()
  const notify = useNotify()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<readonly FailedPart[]>([])

  async function sendPart(part: GiftPart, version: number): Promise<Gift | string> {
    if (part.issue) return part.issue
    try {
      const outcome = await part.send(version)
      return refused(outcome) ? refusalText(outcome) : outcome
    } catch (error) {
      return failureText(error)
    }
  }

  async function saveParts(parts: readonly GiftPart[]) {
    if (busy) return
    setBusy(true)
    const failedParts: FailedPart[] = []
    let { version } = gift
    for (const part of sharedFirst(parts)) {
      const outcome = await sendPart(part, version)
      if (typeof outcome === 'string') {
        const { key, name, anchor, open } = part
        failedParts.push({ key, name, anchor, message: outcome, ...(open ? { open } : {}) })
        continue
      }
      if (SHARED_PARTS.includes(part.key)) version = outcome.version
      queries.setQueryData(staffQuery('gift', { id: gift.id }).queryKey, outcome)
      part.clear()
    }
    setFailed(failedParts)
    // Also after a conflict: the page shows the current state beside the input. The user ('me') has not changed.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
    setBusy(false)
    if (failedParts.length === 0) notify(t('giftSaved', { name: gift.name }))
  }

  return { saveParts, busy, failed, clearFailed: () => setFailed([]) }
}

export type GiftSave = ReturnType<typeof useGiftSave>

const sharedFirst = (parts: readonly GiftPart[]) => [
  ...parts.filter(({ key }) => SHARED_PARTS.includes(key)),
  ...parts.filter(({ key }) => !SHARED_PARTS.includes(key)),
]
