import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useTextLanguages } from '#backoffice/kit/form/use-text-languages.ts'
import { useLocation, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { languageAt, type TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { entriesOf, type TypedChanges } from '#backoffice/modules/content/editor/text-changes.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { allLanguages, DEFAULT_LANGUAGE, type Language, languageOf } from '#domain/language.ts'

export type EditedLanguages = ReturnType<typeof useEditedLanguages>

/** The language that is edited and the one beside it. The channel's languages are offered, and others on request. */
export function useEditedLanguages({
  channel,
  texts,
  typed,
  staff,
}: {
  channel: string
  texts: readonly TextShape[]
  typed: TypedChanges
  staff: Staff
}) {
  const own = languageOf(staff.language) ?? DEFAULT_LANGUAGE
  const [query, change] = useQueryParams()
  // Without them the language would change after the first render.
  const { data } = useSuspenseQuery(staffQuery('channelList', { ids: channel }))
  const offered =
    channel === SHARED_CHANNEL
      ? allLanguages
      : (data.items.find(({ id }) => id === channel)?.languages ?? [])
  const usual = offered.length === 0 || offered.includes(own) ? own : (offered[0] ?? own)
  // A link to a field opens its language.
  const { anchor } = useLocation()
  const [linked] = useState(() => languageAt(texts, anchor))
  const place = useTextLanguages(linked ?? usual)
  const { language, compare } = place
  const written = new Set(entriesOf(typed).map(([, { key }]) => key['language']))
  const isAll = query.get('languages') === 'all'
  return {
    ...place,
    /** Those to choose from. Unsaved input is never hidden. */
    languages: allLanguages.filter(
      (one) =>
        isAll || offered.includes(one) || one === language || one === compare || written.has(one),
    ),
    isWritten: (one: Language) => written.has(one),
    showAll: () => change({ languages: 'all' }, { replace: true }),
  }
}
