import { useState } from 'react'

import type { ShownOn } from '#backoffice/modules/content/editor/PagePane.tsx'
import { textsAt } from '#backoffice/modules/content/editor/page-places.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { TextPlace } from '#contract/shared/preview-messages.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { type Language, languageOf } from '#domain/language.ts'

export type PageView = ReturnType<typeof usePageView>

/** Whether the texts are edited beside their page, and which of them were clicked there. */
export function usePageView({
  texts,
  shownOn = null,
  staff,
}: {
  texts: readonly TextShape[]
  shownOn?: ShownOn | null
  staff: Staff
}) {
  const [asked, change] = useQueryParams()
  const isWide = useMedia('(width >= 70rem)')
  const [chosen, setChosen] = useState<readonly TextPlace[]>([])
  const { language: mine } = staff
  const [language, setLanguage] = useState<Language>(languageOf(asked.get('as') ?? mine) ?? 'nl')
  const canShow = shownOn !== null && isWide && staff.permissions.includes('preview.see')
  const isPage = canShow && asked.get('view') !== 'texts'
  const found = isPage ? textsAt(texts, chosen) : []
  return {
    canShow,
    isPage,
    language,
    setLanguage,
    chosen,
    choose: setChosen,
    /** Components of other pages that were clicked: the header, for example. */
    elsewhere: found.length > 0 || !isPage ? [] : [...new Set(chosen.map(({ path }) => path))],
    isChosen: found.length > 0,
    shown: found.length > 0 ? found : texts,
    show: (view: 'page' | 'texts') =>
      change({ view: view === 'page' ? null : view }, { replace: true }),
  }
}
