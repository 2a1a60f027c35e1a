import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'

import type { ShownOn } from '#backoffice/modules/content/editor/PagePane.tsx'
import { inPageOrder, textsAt } from '#backoffice/modules/content/editor/page-places.ts'
import type { TextShape } from '#backoffice/modules/content/editor/text-definition.ts'
import type { EditedLanguages } from '#backoffice/modules/content/editor/use-edited-languages.ts'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'
import type { TextPlace } from '#contract/shared/preview-messages.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import type { Language } from '#domain/language.ts'

export type PageView = ReturnType<typeof usePageView>

/** The view of the editor: with or without the page, the texts clicked in the page, and the page's language. */
export function usePageView({
  texts,
  shownOn = null,
  staff,
  languages: { language, compare },
}: {
  texts: readonly TextShape[]
  shownOn?: ShownOn | null
  staff: Staff
  languages: EditedLanguages
}) {
  const [query, change] = useQueryParams()
  const isWide = useMedia('(width >= 70rem)')
  const [chosen, setChosen] = useState<readonly TextPlace[]>([])
  const [typedLanguage, setTypedLanguage] = useState<Language | null>(null)
  const [order, setOrder] = useState<readonly TextPlace[]>([])
  const ordered = useMemo(() => inPageOrder(texts, order), [texts, order])
  const canShow = shownOn !== null && staff.permissions.includes('preview.view')
  const view = query.get('view') ?? (isWide ? 'page' : 'texts')
  const isPage = canShow && view !== 'texts'
  const clicked = isPage ? textsAt(texts, chosen) : []
  const isChosen = clicked.length > 0
  const panel = useRef<HTMLDivElement>(null)
  useCursorIn(panel, isChosen ? chosen : null, language)
  return {
    canShow,
    isPage,
    panel,
    /** The page is shown in the language that the user types in. */
    language: typedLanguage !== null && typedLanguage === compare ? compare : language,
    setTypedLanguage,
    chosen,
    choose: setChosen,
    /** Clicked components whose texts are edited on another page, for example the header. */
    elsewhere: isChosen || !isPage ? [] : [...new Set(chosen.map(({ path }) => path))],
    isChosen,
    shown: isChosen ? clicked : ordered,
    /** Fields stay where they are while one of them has the focus. */
    setOrder: (places: readonly TextPlace[]) => {
      if (!panel.current?.contains(document.activeElement)) setOrder(places)
    },
    show: (view: 'page' | 'texts') => change({ view }, { replace: true }),
  }
}

/** Puts the cursor into the text that was clicked in the page, and into the same text of another language. */
function useCursorIn(
  panel: RefObject<HTMLElement | null>,
  chosen: readonly TextPlace[] | null,
  language: Language,
) {
  useEffect(() => {
    if (chosen === null) return
    const field = panel.current?.querySelector<HTMLElement>('[role=textbox], [data-begin]')
    // A click on a fallback text copies it into the editor.
    if (field?.matches('[data-begin]')) field.click()
    else field?.focus()
  }, [panel, chosen, language])
}
