import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { EDITORS_PAGE, pageAt } from '#contract/content/page-table.ts'
import {
  type ArrivedAfter,
  orderFrom,
  type PreviewReport,
  type TextPlace,
  wrapped,
} from '#contract/shared/preview-messages.ts'
import { currentLanguage } from '#storefront/i18n/chosen-language.ts'
import { prepareTexts, TextsRevision } from '#storefront/i18n/texts.tsx'
import { showTheme } from '#storefront/page/apply-theme.ts'
import { TextMarks } from '#storefront/preview/framed/text-marks.ts'
import { watchMarks } from '#storefront/preview/framed/watch-marks.ts'
import { shopHistory } from '#storefront/router/history.ts'
import { useLocation } from '#storefront/router/router.tsx'
import { switchLanguage } from '#storefront/router/switch-language.ts'
import { useSession } from '#storefront/session/use-session.ts'
import type { Language } from '#domain/language.ts'
import { isOwnPath } from '#domain/text/local-path.ts'

import './framed-preview.css'

const REPORT_DELAY_MS = 250

const marks = new TextMarks()
let hasOpened = false
/** The page that the back office asked for last. */
let orderedPage: string | null = null
const applyMarks = () => prepareTexts((path, blocks) => marks.prepare(path, blocks))
applyMarks()

const report = (message: PreviewReport) =>
  window.parent.postMessage(wrapped(message), window.location.origin)

/**
 * The shop in a frame of the back office: a click on a text reports it, and what the back office types is shown before
 * it is saved. Only messages of the page around the frame count, and only on its own origin.
 */
export default function FramedPreview({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { pathname, search } = useLocation()
  const hasEnded = useSession() === null
  const [revision, setRevision] = useState(0)
  useEffect(() => watchMarks(document.documentElement, reportOrder), [])
  useEffect(() => {
    const choose = (event: MouseEvent) => chooseText(event)
    const onMessage = (event: MessageEvent) => {
      const order = orderFrom(event, window.parent, window.location.origin)
      if (order?.kind === 'editing')
        document.documentElement.toggleAttribute('data-editing', order.on)
      else if (order?.kind === 'show') showPlaces(order.places)
      else if (order?.kind === 'go') goTo(order.page)
      else if (order?.kind === 'theme') showTheme(order.options)
      else if (order?.kind === 'language') void showLanguage(queries, order.language)
      else if (order?.kind === 'refresh') void queries.invalidateQueries()
      else if (order?.kind === 'texts') {
        marks.change(order.changed)
        applyMarks()
        setRevision((before) => before + 1)
      }
    }
    document.addEventListener('click', choose, { capture: true })
    window.addEventListener('message', onMessage)
    return () => {
      document.removeEventListener('click', choose, { capture: true })
      window.removeEventListener('message', onMessage)
    }
  }, [queries])
  useEffect(() => {
    report({ kind: 'ready', page: pathname + search, after: arrivedAfter(pathname + search) })
  }, [pathname, search])
  useEffect(() => {
    if (hasEnded) report({ kind: 'ended' })
  }, [hasEnded])
  return <TextsRevision value={revision}>{children}</TextsRevision>
}

let reportTimer: number | undefined
let reportedOrder = ''

/** Reports the order of the visible texts, once the page has not changed for a moment. Prerendered pages are hidden. */
function reportOrder() {
  window.clearTimeout(reportTimer)
  reportTimer = window.setTimeout(() => {
    const shown = [...document.querySelectorAll('[data-text]')].filter((element) =>
      element.checkVisibility(),
    )
    const numbers = [...new Set(shown.flatMap(numbersIn))]
    const order = numbers.join(' ')
    if (order === reportedOrder) return
    reportedOrder = order
    report({ kind: 'order', places: numbers.flatMap((number) => marks.placeOf(number) ?? []) })
  }, REPORT_DELAY_MS)
}

function arrivedAfter(page: string): ArrivedAfter {
  const isOrdered = page === orderedPage
  const isFirst = !hasOpened
  orderedPage = null
  hasOpened = true
  if (isOrdered) return 'order'
  return isFirst ? 'opening' : 'reader'
}

/** Opens a page of the shop. Other addresses are ignored. */
function goTo(page: string) {
  const { pathname, search } = window.location
  if (!isOwnPath(page) || page === pathname + search) return
  const { pathname: ordered, search: query } = new URL(page, window.location.origin)
  orderedPage = ordered + query
  shopHistory.go(page, {}, pathname)
}

/** Switches the language. Pages by the editors also have it in their address. */
async function showLanguage(queries: QueryClient, language: Language) {
  if (currentLanguage() !== language) await switchLanguage(queries, language)
  const { pathname, search } = window.location
  const shown = new URLSearchParams(search).get('language')
  if (pageAt(pathname).path !== EDITORS_PAGE || shown === language) return
  orderedPage = `${pathname}?language=${language}`
  shopHistory.go(orderedPage, { replace: true }, pathname)
}

const numbersIn = (element: Element) =>
  (element.getAttribute('data-text') ?? '').split(' ').map(Number)

/** While texts are edited, a click on one reports it instead of following its link. */
function chooseText(event: MouseEvent) {
  if (!document.documentElement.hasAttribute('data-editing')) return
  const { target } = event
  const element = target instanceof Element ? target.closest('[data-text]') : null
  if (!element) return
  event.preventDefault()
  event.stopPropagation()
  const places = numbersIn(element).flatMap((number) => marks.placeOf(number) ?? [])
  showPlaces(places)
  report({ kind: 'chosen', places })
}

/** Marks the elements that show these texts, and scrolls to the first one. */
function showPlaces(places: readonly TextPlace[]) {
  const wanted = new Set(places.map((place) => marks.numberOf(place)))
  let first: Element | undefined
  for (const element of document.querySelectorAll('[data-text]')) {
    const isWanted = numbersIn(element).some((number) => wanted.has(number))
    element.toggleAttribute('data-chosen', isWanted)
    // Prerendered pages are hidden.
    if (isWanted && element.checkVisibility()) first ??= element
  }
  first?.scrollIntoView({ block: 'nearest' })
}
