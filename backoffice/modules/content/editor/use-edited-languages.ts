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

/** The edited language and the one to compare with. The channel's languages are offered, and others on request. */
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
  const staffLanguage = languageOf(staff.language) ?? DEFAULT_LANGUAGE
  const [query, change] = useQueryParams()
  // Suspends, because otherwise the language would change after the first render.
  const { data } = useSuspenseQuery(staffQuery('channelList', { ids: channel }))
  const offered =
    channel === SHARED_CHANNEL
      ? allLanguages
      : (data.items.find(({ id }) => id === channel)?.languages ?? [])
  const defaultLanguage =
    offered.length === 0 || offered.includes(staffLanguage)
      ? staffLanguage
      : (offered[0] ?? staffLanguage)
  // A link to a field opens its language.
  const { anchor } = useLocation()
  const [linked] = useState(() => languageAt(texts, anchor))
  const textLanguages = useTextLanguages(linked ?? defaultLanguage)
  const { language, compare } = textLanguages
  const typedLanguages = new Set(entriesOf(typed).map(([, { key }]) => key['language']))
  const isAll = query.get('languages') === 'all'
  return {
    ...textLanguages,
    /** The languages to choose from. A language with unsaved input is always among them. */
    languages: allLanguages.filter(
      (code) =>
        isAll ||
        offered.includes(code) ||
        code === language ||
        code === compare ||
        typedLanguages.has(code),
    ),
    isWritten: (code: Language) => typedLanguages.has(code),
    showAll: () => change({ languages: 'all' }, { replace: true }),
  }
}
